import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { createLeads } from '../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../support/workspace.js';
import { newDevelopment } from '../../support/development.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('holds on a unit', () => {
  const browser = useBrowser();

  it('are created in the plan, show a countdown, queue a second lead, and pass to that lead when released', async () => {
    const workspace = await newWorkspace();
    const { propertyId, unitIds } = await newDevelopment(workspace);
    await createLeads(workspace.api, 2);
    const { page, faults, close } = await openDashboard(browser(), { workspace, path: `properties/${propertyId}` });
    faults.expectError(/409/);
    await page.getByRole('button', { name: /^101/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Unit 101' });
    await drawer.getByText('Nobody holds this unit.').waitFor();

    await drawer.getByRole('button', { name: 'Hold for a lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold unit 101' });
    await dialog.getByRole('button', { name: 'Hold unit' }).click();
    await dialog.getByText('Choose a lead.').waitFor();
    await dialog.getByRole('textbox', { name: 'Lead' }).fill('Lead 0');
    await page.getByRole('option', { name: /^Lead 0/ }).click();
    await dialog.getByLabel('Hold for').selectOption('172800');
    await dialog.getByRole('button', { name: 'Hold unit' }).click();
    await drawer.getByText(/^Held · .* left$/).waitFor();

    await drawer.getByRole('button', { name: 'Queue a lead' }).click();
    await dialog.getByRole('textbox', { name: 'Lead' }).fill('Lead 1');
    await page.getByRole('option', { name: /^Lead 1/ }).click();
    await dialog.getByRole('button', { name: 'Hold unit' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/Nobody else is waiting/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Join the queue' }).click();
    await drawer.getByText('Number 1 in the queue').waitFor();

    await drawer.getByRole('button', { name: 'Change the hold: Lead 0' }).click();
    await page.getByRole('menuitem', { name: 'Release…' }).click();
    await page
      .getByRole('dialog', { name: /^Release hold/ })
      .getByRole('button', { name: 'Release hold' })
      .click();
    await drawer.getByText('Number 1 in the queue').waitFor({ state: 'detached' });
    await drawer.getByRole('link', { name: 'Lead 1' }).waitFor();
    const { record } = await workspace.api.get(`/v1/units/${unitIds[0]}`);
    expect(record['status']).to.equal('reserved');
    await close();
  });
});
