import { expect } from 'chai';
import { useBrowser } from '../../support/browser/use-browser.js';
import { createUnits } from '../../support/listings-and-leads.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { assertAccessibleInBothSchemes } from '../support/both-schemes.js';
import { openDashboard, phone } from '../support/open-dashboard.js';

/** A sale of 445,000; resolves to the lead that was won. */
async function sell({ api }: TestWorkspace): Promise<string> {
  const { unitIds } = await createUnits(api, 1);
  const lead = await api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
  const { status } = await api.post(`/v1/leads/${lead.id}/won`, { unit_id: unitIds[0], deal_value: 445_000 });
  expect(status).to.equal(200);
  return lead.id;
}

describe('deals in the dashboard', () => {
  const browser = useBrowser();

  it('are listed with their sums, each with its invoice, which is paid once it is confirmed', async () => {
    const { page, workspace, visit, close } = await openDashboard(browser(), { path: 'deals' });
    await page.getByText('A deal is made when a lead is won.').waitFor();
    await sell(workspace);
    await visit('deals');
    const sums = page.getByRole('region', { name: 'Sums' });
    await sums.getByText('Not paid yet in USD').waitFor();
    expect(await sums.getByText('US$445,000').count()).to.equal(2);
    await assertAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'Harbour Point' }).click();
    await page.getByRole('link', { name: 'Noor Haddad' }).waitFor();
    await page.getByRole('button', { name: /^Mark as paid: INV-/ }).click();
    await page.getByRole('dialog').getByText('This cannot be taken back').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('Paid', { exact: true }).and(page.locator('.mantine-Badge-label')).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await assertAccessibleInBothSchemes(page);
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

  it('are found by the days of the viewer, which the table shows, where it is another day than in UTC', async () => {
    const workspace = await newWorkspace();
    const now = new Date();
    await sell(workspace);
    const timezoneId = now.getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezoneId }).format(now);
    const path = `deals?from=${day}&to=${day}`;
    const { page, visit, close } = await openDashboard(browser(), { workspace, path, timezoneId });
    await page.getByRole('link', { name: 'Harbour Point' }).waitFor();
    await visit(`deals?to=${day}`);
    await page.getByRole('link', { name: 'Harbour Point' }).waitFor();
    const lastDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
    await page.getByRole('region', { name: 'Sums' }).getByText(`to ${lastDay}, by days of UTC`).waitFor();
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await page
      .getByRole('row', { name: /created before: / })
      .getByRole('link', { name: 'Download deals' })
      .waitFor();
    await close();
  });

  it('say why an invoice cannot be paid that was voided meanwhile, and show what it is now', async () => {
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
    await assertAccessibleInBothSchemes(page);
    await close();
  });

  it('offer a viewer nothing that changes them', async () => {
    const { page, workspace, close, visit } = await openDashboard(browser(), { role: 'viewer' });
    await sell(workspace);
    await visit('deals/invoices');
    await page.getByRole('link', { name: /^INV-/ }).waitFor();
    expect(await page.getByRole('button', { name: /paid|Export/ }).count()).to.equal(0);
    await visit('deals/commissions');
    await page.getByText('No commissions').or(page.getByText('Nobody').first()).waitFor();
    await close();
  });
});
