import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { choose, newLead } from '../../../../dashboard/support/interested-lead.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newPerson } from '../../../../support/person.js';
import { newWorkspace } from '../../../../support/workspace.js';

const fitsWidth = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

describe('the lead page', () => {
  const browser = useBrowser();

  it("says in the dialog for winning a lead that someone else has sold the unit, and offers the property's other units", async () => {
    const workspace = await newWorkspace();
    const { path, unitId } = await newLead(workspace);
    const rival = await workspace.api.create('/v1/leads', { name: 'Rival', email: 'rival@example.com' });
    const { page, faults, close } = await openDashboard(browser(), { workspace, path });
    faults.expectError(/409/);
    await page.getByRole('button', { name: 'Win', exact: true }).click();
    await choose(page, 'Property or unit', /Unit 0/);
    const sale = await workspace.api.post(`/v1/leads/${rival.id}/won`, { unit_id: unitId, deal_value: 1 });
    expect(sale.status).to.equal(200);
    await page.getByRole('button', { name: 'Mark as won' }).click();
    await page.getByText('Unit 0: The unit is already sold. Choose another unit of this property.').waitFor();
    await page.getByRole('textbox', { name: 'Unit', exact: true }).click();
    await page.getByRole('option', { name: /Unit 2/ }).waitFor();
    expect(await page.getByRole('option').filter({ hasText: 'US$' }).allTextContents()).to.have.length(2);
    await page.getByRole('option', { name: /Unit 2/ }).click();
    await page.getByRole('button', { name: 'Mark as won' }).click();
    await page.getByRole('region', { name: 'Deal' }).getByText('US$450,000').waitFor();
    await close();
  });

  it('keeps the deal of a lead that someone else has won, whichever move was requested, and says so', async () => {
    const workspace = await newWorkspace();
    const { id, path, unitId } = await newLead(workspace);
    const { page, close } = await openDashboard(browser(), { workspace, path });
    await page.getByRole('button', { name: 'Lose', exact: true }).click();
    await page.getByLabel('Bought elsewhere').click();
    expect((await workspace.api.post(`/v1/leads/${id}/won`, { unit_id: unitId, deal_value: 1 })).status).to.equal(200);
    await page.getByRole('button', { name: 'Mark as lost' }).click();
    const changed = page.getByRole('dialog', { name: /changed by somebody else/ });
    await changed.getByText("It's in Won now and wasn't changed. Marking it as lost cancels the deal").waitFor();
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
    await changed.getByText("It's in Won now and wasn't moved.").waitFor();
    await changed.getByRole('button', { name: 'Move to Viewing' }).click();
    await page
      .getByRole('dialog', { name: /^Reopen / })
      .getByText('This cancels the deal')
      .waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await workspace.api.get(`/v1/leads/${id}`)).record['stage']).to.equal('won');
    expect((await workspace.api.get(`/v1/units/${unitId}`)).record['status']).to.equal('sold');
    await close();
  });

  it("offers a viewer no changes on a phone, and says if the lead doesn't exist", async () => {
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
    await page.getByRole('heading', { level: 1, name: 'Lead not found' }).waitFor();
    await assertAccessibleInBothSchemes(page);
    await close();
  });

  it('assigns the lead to another agent, and erases it after a confirmation', async () => {
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
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
    await page.getByText('No leads yet').waitFor();
    expect((await workspace.api.get(`/v1/leads/${id}`)).status).to.equal(404);
    faults.expectError(/404/);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Lead not found' }).waitFor();
    await close();
  });

  it('reverts a move that the server refuses, and explains why', async () => {
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
