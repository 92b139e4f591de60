import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';
import { sell } from '../../support/sale.js';

describe('deals page', () => {
  const browser = useBrowser();

  it('lists deals by buyer with totals, records a payment of an invoice, and undoes it', async () => {
    const { page, workspace, visit, close } = await openDashboard(browser(), { path: 'deals' });
    await page.getByText('A deal is created when a lead is won.').waitFor();
    await sell(workspace);
    await visit('deals');
    const sums = page.getByRole('region', { name: 'Totals' });
    await sums.getByText('Unpaid (USD)').waitFor();
    expect(await sums.getByText('US$445,000').count()).to.equal(2);
    await page.getByText('Harbour Point').waitFor();
    await page.getByRole('link', { name: 'Noor Haddad' }).click();
    await page.getByRole('heading', { name: 'Noor Haddad', level: 1 }).waitFor();
    await page.getByText('This deal has no payment plan').waitFor();
    await page.getByRole('button', { name: /^Payments of INV-/ }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('No payments yet.').waitFor();
    await drawer.getByLabel('Reference').fill('Transfer 7');
    await drawer.getByRole('button', { name: 'Record payment' }).click();
    await drawer.getByText(/Transfer 7/).waitFor();
    await drawer.getByText('US$0 of US$445,000 to pay').waitFor();
    await drawer.getByRole('button', { name: /^Reverse US\$445,000/ }).click();
    await page.getByRole('button', { name: 'Reverse payment' }).click();
    await drawer.getByText('Reversed').waitFor();
    await drawer.getByText('US$445,000 of US$445,000 to pay').waitFor();
    const [invoice] = (await workspace.api.get('/v1/invoices')).records;
    expect(invoice).to.include({ status: 'open', paid_amount: 0 });
    await close();
  });

  it("downloads a deal's statement and an invoice as PDF, and filters invoices", async () => {
    const { page, workspace, visit, close } = await openDashboard(browser(), { path: 'deals' });
    await sell(workspace);
    await visit('deals');
    await page.getByRole('link', { name: 'Noor Haddad' }).click();
    const download = async (name: string | RegExp) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return file.suggestedFilename();
    };
    expect(await download('Statement (PDF)')).to.match(/^statement-deal_.+\.pdf$/);
    expect(await download('Statement (CSV)')).to.match(/^statement-deal_.+\.csv$/);
    expect(await download(/^Download INV-/)).to.match(/^INV-\d+\.pdf$/);
    await visit('deals/invoices?status=overdue');
    await page.getByText('No invoices').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: /^INV-/ }).waitFor();
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await page.getByRole('link', { name: 'Download invoices' }).waitFor();
    await close();
  });

  it("explains that a voided invoice can't be paid, and shows its new status", async () => {
    const { page, workspace, faults, visit, close } = await openDashboard(browser(), { viewport: phone });
    const leadId = await sell(workspace);
    await visit('deals/invoices');
    await page.getByRole('button', { name: /^Payments of INV-/ }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('No payments yet.').waitFor();
    const left = await workspace.api.post(`/v1/leads/${leadId}/stage`, { stage: 'negotiation', reason: 'Withdrawn.' });
    expect(left.status).to.equal(200);
    faults.expectError(/409/);
    await drawer.getByRole('button', { name: 'Record payment' }).click();
    await drawer.getByText('The deal was cancelled, so nothing is to be paid.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Void', { exact: true }).and(page.locator('.mantine-Badge-label')).waitFor();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    await assertStateAccessible(page);
    await close();
  });
});
