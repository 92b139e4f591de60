import { expect } from 'chai';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { sell } from '../../../../dashboard/support/sale.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('deals page', () => {
  const browser = useBrowser();

  it("filters by the viewer's local days, which the table shows", async () => {
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
    await page.getByRole('region', { name: 'Totals' }).getByText(`to ${lastDay} (UTC)`).waitFor();
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await page
      .getByRole('row', { name: /created before: / })
      .getByRole('link', { name: 'Download deals' })
      .waitFor();
    await close();
  });

  it('offers no changes to a viewer', async () => {
    const { page, workspace, close, visit } = await openDashboard(browser(), { role: 'viewer' });
    await sell(workspace);
    await visit('deals/invoices');
    await page.getByRole('link', { name: /^INV-/ }).waitFor();
    expect(await page.getByRole('button', { name: /paid|Export/ }).count()).to.equal(0);
    await visit('deals/commissions');
    await page.getByText('No commissions').or(page.getByText('Unassigned').first()).waitFor();
    await close();
  });
});
