import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { cardIn, getColumn, moveByMenu } from '../../../../dashboard/support/drag.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { eventually } from '../../../../support/eventually.js';
import { createLeads } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('the pipeline board', () => {
  const browser = useBrowser();

  it("updates a lead's page that was opened before the move", async () => {
    const workspace = await newWorkspace();
    const [id] = await createLeads(workspace.api, 1);
    const { page, close } = await openDashboard(browser(), { workspace, path: `pipeline/${id}` });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('listitem').first().waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Board' }).click();
    await moveByMenu(page, 'Lead 0', 'Viewing');
    await page.getByText('Lead 0 is in Viewing now.').waitFor();
    await cardIn(page, 'Viewing', 'Lead 0').getByRole('link', { name: 'Lead 0' }).click();
    await timeline.getByText('Moved from New to Viewing').waitFor({ timeout: 25_000 });
    await page.getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: 'Negotiation' }).click();
    await timeline.getByText('Moved from Viewing to Negotiation').waitFor();
    await close();
  });

  it("returns a card if the server refuses its move, and shows the server's message", async () => {
    const workspace = await newWorkspace();
    await createLeads(workspace.api, 1);
    const { page, faults, close } = await openDashboard(browser(), { workspace, role: 'agent' });
    faults.expectError(/422/);
    const error = {
      code: 'VALIDATION_ERROR',
      message: 'The request has invalid fields.',
      details: [{ field: 'stage', message: 'is closed for today' }],
    };
    await page.route('**/live/v1/leads/lead_*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 422, json: { success: false, error } })
        : route.continue(),
    );
    await moveByMenu(page, 'Lead 0', 'Qualified');
    await page.getByText('stage: is closed for today').waitFor();
    await cardIn(page, 'New', 'Lead 0').waitFor();
    await page.getByText('Lead 0 is back in New.').waitFor();
    await close();
  });

  it('makes two quick moves of a card one after the other, and shows the card at the second target', async () => {
    const workspace = await newWorkspace();
    const [id] = await createLeads(workspace.api, 1);
    const { page, close } = await openDashboard(browser(), { workspace });
    const changes: (() => void)[] = [];
    await page.route('**/live/v1/leads/lead_*', async (route) => {
      if (route.request().method() === 'PUT') await new Promise<void>((resolve) => changes.push(resolve));
      await route.continue();
    });
    const releaseNext = () => eventually(() => expect(changes.splice(0).map((one) => one())).to.have.length(1));
    // A loading column shows no cards.
    for (const stage of ['Contacted', 'Qualified']) await getColumn(page, stage).getByText('No leads').waitFor();
    await moveByMenu(page, 'Lead 0', 'Contacted');
    await cardIn(page, 'Contacted', 'Lead 0').waitFor();
    await moveByMenu(page, 'Lead 0', 'Qualified');
    await cardIn(page, 'Qualified', 'Lead 0').waitFor();
    await releaseNext();
    await page.getByText('Lead 0 is in Contacted now.').waitFor();
    await cardIn(page, 'Qualified', 'Lead 0').waitFor();
    await releaseNext();
    await page.getByText('Lead 0 is in Qualified now.').waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);
    expect((await workspace.api.get(`/v1/leads/${id}`)).record['stage']).to.equal('qualified');
    await close();
  });

  it('asks for a reason before it marks a lead as lost', async () => {
    const workspace = await newWorkspace();
    const [id] = await createLeads(workspace.api, 1);
    const { page, close } = await openDashboard(browser(), { workspace });
    await moveByMenu(page, 'Lead 0', 'Lost');
    await page.getByRole('radio', { name: 'Bought elsewhere' }).check();
    await page.getByRole('button', { name: 'Mark as lost' }).click();
    await cardIn(page, 'Lost', 'Lead 0').waitFor();
    expect((await workspace.api.get(`/v1/leads/${id}`)).record['stage']).to.equal('lost');
    await close();
  });

  it('stores its filters in the address, and saves views separately for the sandbox', async () => {
    const workspace = await newWorkspace();
    await createLeads(workspace.api, 1, 'plain');
    await workspace.api.create('/v1/leads', { name: 'Ines Vip', email: 'ines@example.com', tags: ['vip'] });
    const { page, close } = await openDashboard(browser(), { workspace, path: 'pipeline?tags=vip' });
    await cardIn(page, 'New', 'Ines Vip').waitFor();
    expect(await page.getByRole('article').count()).to.equal(1);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Important');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'View: Important' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await cardIn(page, 'New', 'Lead 0').waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Important' }).click();
    await cardIn(page, 'New', 'Lead 0').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Open the sandbox' }).click();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByText('No views yet').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave the sandbox' }).click();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Important' }).click();
    await page.getByRole('button', { name: 'View: Important' }).click();
    await page.getByRole('menuitem', { name: 'Manage views…' }).click();
    await assertAccessibleInBothSchemes(page);
    await page.getByLabel('Name of Important').fill('Very important');
    await page.getByRole('button', { name: 'Rename Important' }).click();
    await page.getByRole('button', { name: 'Delete Very important' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete Very important?' });
    await confirm.waitFor();
    await assertAccessibleInBothSchemes(page);
    await page.keyboard.press('Escape');
    await confirm.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete Very important' }).click();
    await confirm.getByRole('button', { name: 'Delete view' }).click();
    await page.getByText('No saved views.').waitFor();
    await close();
  });

  it('lists more properties than one API page contains, and says when a filter matches none', async () => {
    const workspace = await newWorkspace();
    const names = Array.from({ length: 101 }, (_, index) => `Tower ${String(index).padStart(3, '0')}`);
    const location = { area: 'Docks', city: 'Port' };
    for (const name of names) await workspace.api.create('/v1/properties', { name, type: 'villa', location });
    const path = 'pipeline?min_score=70&property_id=prop_unknown';
    const { page, close } = await openDashboard(browser(), { workspace, path });
    const property = page.getByRole('textbox', { name: 'Property' });
    await page.locator('input[value="Not a property of this workspace"]').waitFor();
    expect(await page.getByLabel('Score').inputValue()).to.equal('70');
    await page.getByLabel('Clear Property').click();
    await page.waitForURL(({ search }) => search === '?min_score=70');
    await property.click();
    await page.getByRole('option', { name: '1 more: type to find them' }).waitFor();
    await property.fill('100');
    await page.getByRole('option', { name: 'Tower 100' }).click();
    await page.waitForURL(/min_score=70&property_id=prop_/);
    await close();
  });

  it('creates a lead, shows errors at the fields, and lists possible duplicates', async () => {
    const workspace = await newWorkspace();
    await workspace.api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
    const { page, faults, close } = await openDashboard(browser(), { workspace });
    faults.expectError(/422/);
    await page.getByRole('button', { name: 'New lead' }).click();
    const drawer = page.getByRole('dialog', { name: 'New lead' });
    await drawer.getByLabel('Name').fill('N. Haddad');
    await drawer.getByLabel('Email').fill('noor');
    await drawer.getByRole('button', { name: 'Create lead' }).click();
    await drawer.getByText('must be a valid email address').waitFor();
    await drawer.getByLabel('Email').fill('noor@example.com');
    await drawer.getByRole('button', { name: 'Create lead' }).click();
    await drawer.getByRole('link', { name: 'Noor Haddad' }).waitFor();
    await drawer.getByRole('button', { name: 'Done' }).click();
    await cardIn(page, 'New', 'N. Haddad').waitFor();
    await close();
  });

  it('shows one stage at a time on a phone, and offers a viewer no moves', async () => {
    const workspace = await newWorkspace();
    const [, second] = await createLeads(workspace.api, 2);
    await workspace.api.post(`/v1/leads/${second}/stage`, { stage: 'viewing' });
    const { page, close } = await openDashboard(browser(), { workspace, role: 'viewer', viewport: phone });
    await cardIn(page, 'New', 'Lead 0').waitFor();
    expect(await page.getByRole('button', { name: /^Move / }).count()).to.equal(0);
    expect(await page.getByRole('button', { name: 'New lead' }).count()).to.equal(0);
    await page.getByLabel('Stage').selectOption('won');
    await getColumn(page, 'Won').getByText('No leads').waitFor();
    await page.getByLabel('Stage').selectOption('viewing');
    await cardIn(page, 'Viewing', 'Lead 1').getByRole('link', { name: 'Lead 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lead 1' }).waitFor();
    await page.goBack();
    await cardIn(page, 'Viewing', 'Lead 1').waitFor();
    await close();
  });
});
