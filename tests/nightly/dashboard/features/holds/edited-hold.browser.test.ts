import { expect } from 'chai';
import { assertStateAccessible } from '../../../../dashboard/support/accessible-state.js';
import { newDevelopment } from '../../../../dashboard/support/development.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { createLeads } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('holds on a unit', () => {
  const browser = useBrowser();

  it('are edited by keyboard, and an owner marks a paid deposit as unpaid, also on a phone', async () => {
    const workspace = await newWorkspace();
    const { propertyId, unitIds } = await newDevelopment(workspace);
    const [leadId] = await createLeads(workspace.api, 1);
    const { id } = await workspace.api.create('/v1/holds', { unit_id: unitIds[0], lead_id: leadId });
    const path = `properties/${propertyId}?unit=${unitIds[0]}`;
    const { page, close } = await openDashboard(browser(), { workspace, path, viewport: phone });
    const drawer = page.getByRole('dialog', { name: 'Unit 101' });
    const menu = drawer.getByRole('button', { name: 'Change the hold: Lead 0' });
    const choose = async (item: string) => {
      // The previous form closes slowly and keeps the focus until then.
      await page.getByRole('dialog').nth(1).waitFor({ state: 'hidden' });
      await menu.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: item }).focus();
      await page.keyboard.press('Enter');
    };

    await choose('Edit…');
    const form = page.getByRole('dialog', { name: 'Edit hold: Lead 0' });
    await form.getByLabel('Deposit due').fill('2027-03-01T12:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Enter the amount that is due then.').waitFor();
    await form.getByLabel('Deposit', { exact: true }).fill('5000');
    await form.getByLabel('Notes').fill('Wants a parking space');
    await assertStateAccessible(page);
    await form.getByRole('button', { name: 'Save' }).press('Enter');
    await drawer.getByText('Wants a parking space').waitFor();
    await drawer.getByText(/^Deposit US\$5,000, not paid yet, due 1 Mar 2027/).waitFor();

    await choose('Record the deposit…');
    await page.getByRole('button', { name: 'Record deposit' }).press('Enter');
    await drawer.getByText(/paid on/).waitFor();
    await choose('Mark deposit as unpaid…');
    const question = page.getByRole('dialog', { name: /^Mark the deposit as unpaid/ });
    await question.getByText('US$5,000 will count as unpaid.').waitFor();
    await question.getByRole('button', { name: 'Mark as unpaid' }).press('Enter');
    await drawer.getByText(/not paid yet/).waitFor();
    const { record } = await workspace.api.get(`/v1/holds/${id}`);
    expect(record).to.deep.include({ status: 'active', notes: 'Wants a parking space' });
    await close();
  });
});
