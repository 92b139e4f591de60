import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { assertStateAccessible } from '../../../../dashboard/support/accessible-state.js';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { createLeads, createUnits } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('the cash page', () => {
  const browser = useBrowser();

  it('says when there is no money, then shows due and received amounts by month, and exports them', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'analytics/cash' });
    await page.getByText('No money received or due in this period').waitFor();

    const { unitIds } = await createUnits(api, 1);
    const [leadId] = await createLeads(api, 1);
    const instalments = [
      { label: 'On signing', percent: 40, due: { on: 'sale', days: 0 } },
      { label: 'Later', percent: 60, due: { on: 'sale', days: 3_000 } },
    ];
    await api.post(`/v1/leads/${leadId}/won`, { unit_id: unitIds[0], deal_value: 1_000, instalments });
    const [invoice] = (await api.get('/v1/invoices')).records;
    await api.create(`/v1/invoices/${invoice?.['id']}/payments`, { amount: 150, method: 'cash' });

    await visit('analytics/cash');
    await page.getByRole('heading', { name: 'Cash by month (USD)' }).waitFor();
    await page.locator('.recharts-bar-rectangle').first().waitFor();
    const figure = (label: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.getByText(label, { exact: true }) })
        .locator('dd');
    expect(await figure('Received (USD)').first().textContent()).to.contain('US$150');
    expect(await figure('Due (USD)').first().textContent()).to.contain('US$400');
    expect(await figure('Overdue (USD)').first().textContent()).to.contain('US$0');
    await assertStateAccessible(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV of Cash by month (USD)' }).click();
    const csv = await readFile(await (await downloading).path(), 'utf8');
    expect(csv).to.match(/,400,150\r?\n?/);
    await close();
  });
});
