import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { createLeads, createUnits } from '../../../support/listings-and-leads.js';
import { newPerson } from '../../../support/person.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard } from '../../support/open-dashboard.js';

/** Creates a workspace with three leads, one of them won. A spreadsheet would run the agent's name as a formula. */
async function newSale(): Promise<TestWorkspace> {
  const workspace = await newWorkspace();
  const { api } = workspace;
  const { agentId } = await newPerson(workspace, 'agent');
  await api.put(`/v1/agents/${agentId}`, { name: '=SUM(1)' });
  const { unitIds } = await createUnits(api, 2);
  const [leadId] = await createLeads(api, 3, 'lead', { assigned_agent: agentId, source: 'portal' });
  await api.post(`/v1/leads/${leadId}/stage`, { stage: 'viewing' });
  await api.post(`/v1/leads/${leadId}/won`, { unit_id: unitIds[0], deal_value: 445_000 });
  await eventually(async () => {
    const { text } = await api.get('/v1/analytics/agents');
    expect(text).to.contain('"deals_closed":1');
  });
  return workspace;
}

async function downloadReport(page: Page, title: string): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download CSV of ${title}` }).click();
  return readFile(await (await downloading).path(), 'utf8');
}

const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

describe('the analytics page', () => {
  const browser = useBrowser();

  it('shows leads, won value and conversion over time, with a table', async () => {
    const workspace = await newSale();
    const { page, close } = await openDashboard(browser(), { workspace, path: 'analytics/trends' });
    await page.getByRole('heading', { name: 'New leads by week and source' }).waitFor();
    await page.locator('.recharts-bar-rectangle').first().waitFor();
    expect(await page.getByRole('table', { name: 'Conversion by week' }).count(), 'for screen readers').to.equal(1);
    await page.getByLabel('Show by').selectOption('month');
    await page.getByRole('heading', { name: 'Won value by month (USD)' }).waitFor();
    await page.getByLabel('Show tables').check();
    await page.getByRole('cell', { name: 'US$445,000' }).waitFor();
    await page.getByRole('cell', { name: '33.3%' }).waitFor();
    await assertStateAccessible(page);
    await close();
  });

  it('shows charts and tables, and exports CSV that contains no formulas', async () => {
    const workspace = await newSale();
    const { page, close } = await openDashboard(browser(), { workspace, path: 'analytics' });
    await page.locator('.recharts-bar-rectangle').first().waitFor();
    expect(await figure(page, 'Deals closed').textContent()).to.match(/^1▲ up from 0/);
    expect(await figure(page, 'Revenue (USD)').textContent()).to.contain('US$445,000');
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('heading', { name: 'Leads by agent' }).waitFor();
    expect(await page.getByRole('rowheader', { name: '=SUM(1)' }).count(), 'for screen readers').to.equal(1);
    expect(await downloadReport(page, 'Leads by agent')).to.match(
      /^Agent,Leads assigned,.*\r\n'=SUM\(1\),3,1,1,1,0\.33/,
    );
    await page.getByLabel('Show tables').check();
    await page.getByRole('cell', { name: 'US$445,000' }).waitFor();
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByRole('row', { name: /^Portal 3 1 0 33.3% US\$445,000/ }).waitFor();
    await page.getByRole('link', { name: 'Funnel' }).click();
    await page.getByRole('row', { name: /^Won 1/ }).waitFor();
    expect(new URL(page.url()).search).to.equal('?show=tables');
    await close();
  });

  it('shows a server error, and reloads on request', async () => {
    const { page, faults, visit, close } = await openDashboard(browser(), { path: 'analytics/funnel' });
    faults.expectError(/500/);
    const error = { code: 'INTERNAL_ERROR', message: 'Something went wrong.', details: [] };
    const broken = { status: 500, json: { success: false, error } };
    await page.route('**/v1/analytics/sources*', (route) => route.fulfill(broken));
    await visit('analytics/sources');
    await page.getByRole('alert').getByText('Something went wrong.').waitFor();
    await assertStateAccessible(page);
    await page.unroute('**/v1/analytics/sources*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No leads created in this period').waitFor();
    await close();
  });
});
