import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser.js';
import { createUnits } from '../../support/listings-and-leads.js';
import { newPerson } from '../../support/person.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { assertAccessibleInBothSchemes } from '../support/both-schemes.js';
import { openDashboard, phone } from '../support/open-dashboard.js';

const maria = { name: 'Maria Silva', email: 'maria@example.com', phone: '+351 910 000 001', source: 'website' };

/** A lead who is interested in the first of three units. */
async function newLead({ api }: TestWorkspace, fields: object = {}) {
  const { propertyId, unitIds } = await createUnits(api, 3, { amount: 450_000, currency: 'USD' });
  const [unitId = ''] = unitIds;
  const lead = await api.create('/v1/leads', { ...maria, interested_properties: [unitId], ...fields });
  return { id: lead.id, path: `pipeline/${lead.id}`, propertyId, unitId };
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .click();
  await page.getByRole('option', { name: option }).click();
}

const fitsWidth = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

describe("a lead's page", () => {
  const browser = useBrowser();

  it('takes a lead from the first call to the deal, and its timeline tells all of it', async () => {
    const workspace = await newWorkspace();
    const { id, path } = await newLead(workspace);
    await workspace.api.create('/v1/leads', { ...maria, name: 'M. Silva', email: 'other@example.com' });
    const { page, faults, close } = await openDashboard(browser(), { workspace, path });
    // 412: what was opened for changes before the lead was read anew is sent again by itself.
    faults.expectError(/412|422/);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await page.getByLabel('Add to the timeline').fill('Wants a garden.');
    await page.getByLabel('What it is about').selectOption('call');
    await timeline.getByRole('button', { name: 'Add' }).click();
    await timeline.getByRole('listitem').filter({ hasText: 'Call' }).getByText('Wants a garden.').waitFor();

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await assertAccessibleInBothSchemes(page);
    await page.getByLabel('Email', { exact: false }).fill('not an address');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/email/).filter({ hasText: /must/ }).waitFor();
    await page.getByLabel('Email', { exact: false }).fill('maria.silva@example.com');
    await page.getByLabel('Budget to').fill('500000');
    await page.getByLabel('Currency').fill('eur');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Details', exact: true }).getByText('up to €500,000').waitFor();
    await timeline.getByText('Budget: – → up to €500,000').waitFor();

    const duplicates = page.getByRole('region', { name: 'Possible duplicates' });
    await duplicates.getByText('Same phone: +351 910 000 001').waitFor();
    expect(await duplicates.getByRole('link').allTextContents()).to.deep.equal(['M. Silva']);

    await page.getByRole('button', { name: 'Tomorrow' }).click();
    await timeline.getByText('Next follow-up:').waitFor();
    const listings = page.getByRole('region', { name: 'Interested in' });
    await listings.getByRole('button', { name: 'Add' }).click();
    await choose(page, 'Property', /Harbour Point/);
    await choose(page, 'Unit', /Unit 1 .*450,000/);
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await listings.getByText('Unit 1', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: 'Negotiation' }).click();
    await timeline.getByText('Moved from New to Negotiation').waitFor();
    await page.getByRole('button', { name: 'Win', exact: true }).click();
    await choose(page, 'Property or unit', /Unit 0 .*450,000/);
    expect(await page.getByLabel('Deal value').inputValue()).to.equal('450,000');
    await assertAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Win lead' }).click();
    await page.getByRole('region', { name: 'Deal' }).getByText('US$450,000').waitFor();
    await timeline.getByText('Deal closed').waitFor();
    await assertAccessibleInBothSchemes(page);
    const { record } = await workspace.api.get(`/v1/leads/${id}`);
    expect(record).to.include({ stage: 'won', email: 'maria.silva@example.com' });
    await close();
  });

  it('shows who saves second what the other changed meanwhile, and lets them choose field by field', async () => {
    const workspace = await newWorkspace();
    const { id, path } = await newLead(workspace);
    const first = await openDashboard(browser(), { workspace, path });
    const second = await openDashboard(browser(), { workspace, path, role: 'agent' });
    second.faults.expectError(/412/);
    for (const { page } of [first, second]) await page.getByRole('button', { name: 'Edit', exact: true }).click();

    await first.page.getByLabel('Phone').fill('+351 910 000 002');
    await first.page.getByLabel('Budget to').fill('400000');
    await first.page.getByRole('button', { name: 'Save' }).click();
    await first.page.getByText('Phone: +351 910 000 001 → +351 910 000 002').waitFor();

    await second.page.getByLabel('Phone').fill('+351 910 000 003');
    await second.page.getByLabel('Notes').fill('Prefers mornings.');
    await second.page.getByRole('button', { name: 'Save' }).click();
    const dialog = second.page.getByRole('dialog');
    await dialog.getByText('It was: +351 910 000 001').waitFor();
    await dialog.getByText('Budget: – → up to 400,000').waitFor();
    expect(await dialog.getByLabel('Theirs: +351 910 000 002').isChecked()).to.equal(true);
    await assertAccessibleInBothSchemes(second.page);
    await dialog.getByLabel('Mine: +351 910 000 003').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await second.page.getByRole('region', { name: 'Details', exact: true }).getByText('Prefers mornings.').waitFor();
    const { record } = await workspace.api.get(`/v1/leads/${id}`);
    expect(record).to.include({ phone: '+351 910 000 003', notes: 'Prefers mornings.' });
    expect(record['budget']).to.deep.include({ max: 400_000 });

    await first.page.getByRole('button', { name: 'Tomorrow' }).click();
    await first.page.getByText('Phone: +351 910 000 002 → +351 910 000 003').waitFor();
    first.faults.expectError(/412/);
    await first.close();
    await second.close();
  });

  it('says in the win dialog that somebody else has just sold the unit, and offers the others of its property', async () => {
    const workspace = await newWorkspace();
    const { path, unitId } = await newLead(workspace);
    const rival = await workspace.api.create('/v1/leads', { name: 'Rival', email: 'rival@example.com' });
    const { page, faults, close } = await openDashboard(browser(), { workspace, path });
    faults.expectError(/409/);
    await page.getByRole('button', { name: 'Win', exact: true }).click();
    await choose(page, 'Property or unit', /Unit 0/);
    const sale = await workspace.api.post(`/v1/leads/${rival.id}/won`, { unit_id: unitId, deal_value: 1 });
    expect(sale.status).to.equal(200);
    await page.getByRole('button', { name: 'Win lead' }).click();
    await page.getByText('Unit 0: The unit is already sold. Choose another unit of this property.').waitFor();
    await page.getByRole('textbox', { name: 'Unit', exact: true }).click();
    await page.getByRole('option', { name: /Unit 2/ }).waitFor();
    expect(await page.getByRole('option').filter({ hasText: 'US$' }).allTextContents()).to.have.length(2);
    await page.getByRole('option', { name: /Unit 2/ }).click();
    await page.getByRole('button', { name: 'Win lead' }).click();
    await page.getByRole('region', { name: 'Deal' }).getByText('US$450,000').waitFor();
    await close();
  });

  it('leaves a lead that somebody else has just won with its deal, whatever it was to be moved to, and says so', async () => {
    const workspace = await newWorkspace();
    const { id, path, unitId } = await newLead(workspace);
    const { page, close } = await openDashboard(browser(), { workspace, path });
    await page.getByRole('button', { name: 'Lose', exact: true }).click();
    await page.getByLabel('Bought elsewhere').click();
    expect((await workspace.api.post(`/v1/leads/${id}/won`, { unit_id: unitId, deal_value: 1 })).status).to.equal(200);
    await page.getByRole('button', { name: 'Mark as lost' }).click();
    const changed = page.getByRole('dialog', { name: /changed by somebody else/ });
    await changed.getByText('It is in Won now and was left so. When it is lost, the deal is cancelled').waitFor();
    await assertAccessibleInBothSchemes(page);
    await changed.getByRole('button', { name: 'Leave it' }).click();
    await page.getByRole('region', { name: 'Deal' }).waitFor();
    expect((await workspace.api.get(`/v1/units/${unitId}`)).record['status']).to.equal('sold');

    await workspace.api.post(`/v1/leads/${id}/stage`, { stage: 'new' });
    await page.reload();
    await page.getByRole('button', { name: 'Win', exact: true }).waitFor();
    expect((await workspace.api.post(`/v1/leads/${id}/won`, { unit_id: unitId, deal_value: 1 })).status).to.equal(200);
    await page.getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: 'Viewing' }).click();
    await changed.getByText('It is in Won now and was not moved.').waitFor();
    await changed.getByRole('button', { name: 'Move to Viewing' }).click();
    await page.getByRole('dialog', { name: 'Reopen this lead?' }).getByText('Its deal is cancelled').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await workspace.api.get(`/v1/leads/${id}`)).record['stage']).to.equal('won');
    expect((await workspace.api.get(`/v1/units/${unitId}`)).record['status']).to.equal('sold');
    await close();
  });

  it('shows a viewer on a phone the lead without what only others may do, and says when there is none', async () => {
    const workspace = await newWorkspace();
    const { path } = await newLead(workspace);
    const { page, visit, faults, close } = await openDashboard(browser(), {
      workspace,
      path,
      role: 'viewer',
      viewport: phone,
    });
    await page.getByText('maria@example.com').waitFor();
    for (const name of ['Move to', 'Win', 'Edit', 'Add', 'More actions']) {
      expect(await page.getByRole('button', { name, exact: true }).count(), name).to.equal(0);
    }
    expect(await fitsWidth(page)).to.equal(true);
    faults.expectError(/404/);
    await visit('pipeline/lead_unknown');
    await page.getByRole('heading', { level: 1, name: 'There is no such lead' }).waitFor();
    await assertAccessibleInBothSchemes(page);
    await close();
  });

  it('gives the lead to another agent, and erases it once that is confirmed', async () => {
    const workspace = await newWorkspace();
    const { id, path } = await newLead(workspace);
    const { agentId } = await newPerson(workspace, 'agent');
    await workspace.api.put(`/v1/agents/${agentId}`, { name: 'Ada Lopez' });
    const { page, faults, close } = await openDashboard(browser(), { workspace, path });
    await choose(page, 'Agent', /Ada Lopez/);
    await page
      .getByRole('region', { name: 'Timeline' })
      .getByText(/Ada Lopez/)
      .waitFor();
    expect((await workspace.api.get(`/v1/leads/${id}`)).record['assigned_agent']).to.equal(agentId);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Maria Silva?' });
    await assertAccessibleInBothSchemes(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    await dialog.getByRole('button', { name: 'Delete lead' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pipeline' }).waitFor();
    await page.getByText('No leads yet').waitFor();
    expect((await workspace.api.get(`/v1/leads/${id}`)).status).to.equal(404);
    faults.expectError(/404/);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'There is no such lead' }).waitFor();
    await close();
  });

  it('shows the lead as it was when a move is refused, and says why', async () => {
    const workspace = await newWorkspace();
    const { path } = await newLead(workspace);
    const { page, faults, close } = await openDashboard(browser(), { workspace, path, viewport: phone });
    faults.expectError(/500/);
    const error = { code: 'INTERNAL_ERROR', message: 'Something went wrong.' };
    await page.route('**/v1/leads/lead_*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { success: false, error } })
        : route.fallback(),
    );
    await page.getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: 'Viewing' }).click();
    await page.getByText('Something went wrong.').waitFor();
    await page.getByText('New', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Lose', exact: true }).click();
    await page.getByRole('button', { name: 'Mark as lost' }).click();
    await page.getByText('Choose a reason.').waitFor();
    await assertAccessibleInBothSchemes(page);
    await page.getByLabel('Bought elsewhere').click();
    await page.getByRole('button', { name: 'Mark as lost' }).click();
    await page.getByText('Moved from New to Lost').waitFor();
    await page.getByRole('listitem').getByText('Bought elsewhere').waitFor();
    expect(await fitsWidth(page)).to.equal(true);
    await close();
  });
});
