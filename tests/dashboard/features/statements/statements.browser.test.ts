import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';
import { sell } from '../../support/sale.js';

const toFile = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${rows.join('\n')}\n`),
});

describe('the bank statements page', () => {
  const browser = useBrowser();

  it('reads a statement, confirms a proposed match, records another payment for a chosen invoice, and dismisses the rest', async () => {
    const workspace = await newWorkspace();
    await sell(workspace);
    const [invoice] = (await workspace.api.get('/v1/invoices')).records;
    const { page, close } = await openDashboard(browser(), { workspace, path: 'deals/statements' });
    await page.getByText('Nothing is recorded until you confirm it.').waitFor();
    const file = toFile('march.csv', [
      'Date;Amount;Details',
      `2026-03-02;25000;${invoice?.['number']} Haddad`,
      '2026-03-03;10000;Deposit of Mrs Haddad',
      '2026-03-04;75;Refund of a fee',
      '2026-03-05;-40;Fee',
    ]);
    await page.getByLabel(/^Drop the CSV file/).setInputFiles(file);
    const form = page.getByRole('form', { name: 'Import the statement' });
    expect(await form.getByLabel('Column of the text').inputValue()).to.equal('Details');
    await form.getByRole('button', { name: 'Import statement' }).click();
    await page.getByText(/3 new payments, 1 with a matching invoice/).waitFor();

    await page.getByRole('button', { name: /^Confirm US\$25,000 for INV-/ }).press('Enter');
    await page.getByRole('table').getByText('Confirmed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Choose invoice for US$10,000: Deposit of Mrs Haddad' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByText('Choose an invoice.').waitFor();
    await dialog.getByRole('textbox', { name: 'Invoice' }).fill('Noor');
    await page.getByRole('option', { name: /Noor Haddad, US\$420,000 to pay/ }).click();
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Dismiss US\$75/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('table').getByText('Dismissed', { exact: true }).waitFor();
    const { record } = await workspace.api.get(`/v1/invoices/${invoice?.id}`);
    expect(record).to.include({ status: 'partially_paid', balance: 410_000 });
    await close();
  });

  it('explains on a phone which row of a statement has no valid date', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'deals/statements', viewport: phone });
    faults.expectError(/422/);
    const file = toFile('april.csv', ['Date,Amount,Text', '31/04/2026,100,Rent']);
    await page.getByLabel(/^Drop the CSV file/).setInputFiles(file);
    await page.getByRole('button', { name: 'Import statement' }).click();
    await page
      .getByRole('alert')
      .getByText(/has no valid date/)
      .waitFor();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    await assertStateAccessible(page);
    await close();
  });
});
