import { expect } from 'chai';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { sell } from '../../../../dashboard/support/sale.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newPerson } from '../../../../support/person.js';
import { system } from '../../../../support/system.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('the deals page', () => {
  const browser = useBrowser();

  it("filters by days in the workspace's time zone, wherever the viewer is", async () => {
    const workspace = await newWorkspace();
    const now = new Date();
    await sell(workspace);
    const person = await newPerson(workspace, 'owner');
    // Time zones in which the date differs from the date in UTC and in the browser.
    const [behind, ahead] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'] as const;
    const [time_zone, timezoneId] = now.getUTCHours() < 11 ? [behind, ahead] : [ahead, behind];
    const headers = {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      'x-workspace-id': workspace.id,
    };
    const body = JSON.stringify({ time_zone });
    const set = await fetch(`${system().urls.auth}/auth/workspace`, { method: 'PUT', headers, body });
    expect(set.status).to.equal(200);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(now);
    const path = `deals?from=${day}&to=${day}`;
    const { page, visit, close } = await openDashboard(browser(), { workspace, person, path, timezoneId });
    await page.getByRole('link', { name: 'Noor Haddad' }).waitFor();
    await visit(`deals?to=${day}`);
    await page.getByRole('link', { name: 'Noor Haddad' }).waitFor();
    const lastDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
    await page.getByRole('region', { name: 'Totals' }).getByText(`to ${lastDay}`).waitFor();
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await page
      .getByRole('row', { name: /created before: / })
      .getByRole('link', { name: 'Download deals' })
      .waitFor();
    await close();
  });

  it('offers a viewer no changes', async () => {
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
