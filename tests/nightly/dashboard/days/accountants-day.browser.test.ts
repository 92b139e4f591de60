import { expect } from 'chai';
import { assertStateAccessible } from '../../../dashboard/support/accessible-state.js';
import { openDashboard } from '../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { createUnits } from '../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../support/workspace.js';

/** Creates a sale of 1,000. One instalment of 400 is overdue, and the other is due much later. */
async function newOverdueSale() {
  const workspace = await newWorkspace();
  const { api } = workspace;
  const { unitIds } = await createUnits(api, 1);
  const lead = await api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
  const instalments = [
    { label: 'On signing', percent: 40, due: { on: 'date', date: '2026-01-15' } },
    { label: 'Later', percent: 60, due: { on: 'sale', days: 3_000 } },
  ];
  const { status } = await api.post(`/v1/leads/${lead.id}/won`, {
    unit_id: unitIds[0],
    deal_value: 1_000,
    instalments,
  });
  expect(status).to.equal(200);
  return workspace;
}

describe("an accountant's day", () => {
  const browser = useBrowser();

  it('records a payment of an overdue invoice, confirms the rest from a bank statement, and saves the papers', async () => {
    const workspace = await newOverdueSale();
    const [invoice] = (await workspace.api.get('/v1/invoices')).records;
    const { page, close } = await openDashboard(browser(), { workspace, role: 'admin', path: 'today' });
    const overdue = page.getByRole('region', { name: 'Overdue invoices' });
    await overdue.getByText('US$400, due').waitFor();
    await overdue.getByRole('link', { name: /^Noor Haddad, INV-/ }).click();

    await page.getByRole('heading', { level: 1, name: 'Noor Haddad' }).waitFor();
    await page.getByRole('button', { name: /^Payments of INV-/ }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('No payments yet.').waitFor();
    await drawer.getByLabel(/^Amount/).fill('150');
    await drawer.getByLabel('Reference').fill('Cash, 1 March');
    await drawer.getByRole('button', { name: 'Record payment' }).click();
    await drawer.getByText('US$250 of US$400 to pay').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    const menu = page.getByRole('navigation', { name: 'Pages' });
    await menu.getByRole('link', { name: 'Deals', exact: true }).click();
    await page.getByRole('link', { name: 'Bank statements' }).click();
    const rows = ['Date;Amount;Details', `2026-03-02;250;${invoice?.['number']} Haddad`];
    const file = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) };
    await page.getByLabel(/^Drop the CSV file/).setInputFiles(file);
    await page.getByRole('button', { name: 'Import statement' }).click();
    await page.getByRole('button', { name: /^Confirm US\$250 for INV-/ }).click();
    await page.getByRole('table').getByText('Confirmed', { exact: true }).waitFor();
    const { record } = await workspace.api.get(`/v1/invoices/${invoice?.id}`);
    expect(record).to.include({ status: 'paid', balance: 0 });

    await page.getByRole('link', { name: 'Invoices', exact: true }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download INV-/ }).click();
    expect((await downloading).suggestedFilename()).to.match(/^INV-\d+\.pdf$/);
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await page.getByRole('link', { name: 'Download invoices' }).waitFor();
    await assertStateAccessible(page);
    await close();
  });
});
