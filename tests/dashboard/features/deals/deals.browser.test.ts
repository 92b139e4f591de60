import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';
import { sell } from '../../support/sale.js';

describe('deals page', () => {
  const browser = useBrowser();

  it('lists deals with totals, and marks an invoice as paid after a confirmation', async () => {
    const { page, workspace, visit, close } = await openDashboard(browser(), { path: 'deals' });
    await page.getByText('A deal is created when a lead is won.').waitFor();
    await sell(workspace);
    await visit('deals');
    const sums = page.getByRole('region', { name: 'Totals' });
    await sums.getByText('Unpaid (USD)').waitFor();
    expect(await sums.getByText('US$445,000').count()).to.equal(2);
    await page.getByRole('link', { name: 'Harbour Point' }).click();
    await page.getByRole('link', { name: 'Noor Haddad' }).waitFor();
    await page.getByRole('button', { name: /^Mark as paid: INV-/ }).click();
    await page.getByRole('dialog').getByText("This can't be undone").waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('Paid', { exact: true }).and(page.locator('.mantine-Badge-label')).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const [invoice] = (await workspace.api.get('/v1/invoices')).records;
    expect(invoice?.status).to.equal('paid');
    await visit('deals/invoices?status=open');
    await page.getByText('No invoices').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: /^INV-/ }).waitFor();
    expect(new URL(page.url()).search).to.equal('');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await page.getByRole('link', { name: 'Download invoices' }).waitFor();
    await close();
  });

  it("explains that a voided invoice can't be paid, and shows its new status", async () => {
    const { page, workspace, faults, visit, close } = await openDashboard(browser(), { viewport: phone });
    const leadId = await sell(workspace);
    await visit('deals/invoices');
    await page.getByRole('button', { name: /^Mark as paid: INV-/ }).click();
    const left = await workspace.api.post(`/v1/leads/${leadId}/stage`, { stage: 'negotiation', reason: 'Withdrawn.' });
    expect(left.status).to.equal(200);
    faults.expectError(/409/);
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Void', { exact: true }).and(page.locator('.mantine-Badge-label')).waitFor();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    await assertStateAccessible(page);
    await close();
  });
});
