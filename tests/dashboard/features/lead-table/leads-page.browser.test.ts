import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { createLeads } from '../../../support/listings-and-leads.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';
import { awaitFocus, press } from '../../support/keyboard.js';
import { openDashboard } from '../../support/open-dashboard.js';

const getRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function readStages({ api }: TestWorkspace, ids: readonly string[]): Promise<unknown[]> {
  const leads = await Promise.all(ids.map((id) => api.get(`/v1/leads/${id}`)));
  return leads.map(({ record }) => record['stage']);
}

describe('the leads table', () => {
  const browser = useBrowser();

  it('lets a manager select and move leads and undo the move by keyboard, and keeps the filters after a lead is opened', async () => {
    const workspace = await newWorkspace();
    const ids = await createLeads(workspace.api, 3, 'lead', { tags: ['vip'] });
    const { page, close } = await openDashboard(browser(), { workspace, path: 'leads?tags=vip&sort=name&order=asc' });
    await getRow(page, 'Lead 0').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    await awaitFocus(getRow(page, 'Lead 1'));
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Move 2 leads' });
    await dialog.getByLabel('Stage').selectOption('viewing');
    await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
    await page.getByText('Moved 2 leads to Viewing.').waitFor();
    expect(await readStages(workspace, ids)).to.deep.equal(['viewing', 'viewing', 'new']);
    await press(page, 'Undo');
    await page.getByText('Undone for 2 leads.').waitFor();
    expect(await readStages(workspace, ids)).to.deep.equal(['new', 'new', 'new']);
    // The dialog that shows the progress keeps the focus until it has closed.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await getRow(page, 'Lead 1').focus();
    await awaitFocus(getRow(page, 'Lead 1'));
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await getRow(page, 'Lead 1').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lead 1' }).waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Leads' }).click();
    await getRow(page, 'Lead 0').waitFor();
    expect(new URL(page.url()).search).to.equal('?tags=vip&sort=name&order=asc');
    await close();
  });

  it('changes all selected leads except a won lead, and explains why', async () => {
    const workspace = await newWorkspace();
    const [won = '', ...others] = await createLeads(workspace.api, 3);
    await workspace.api.post(`/v1/leads/${won}/stage`, { stage: 'won' });
    const { page, close } = await openDashboard(browser(), { workspace, path: 'leads' });
    await getRow(page, 'Lead 2').waitFor();
    await page.getByRole('checkbox', { name: 'Select all leads' }).check();
    await page.getByText('3 selected').waitFor();
    const bar = page.getByRole('region', { name: 'Selected leads' });
    await bar.getByRole('button', { name: 'Move' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 3 leads' });
    await dialog.getByLabel('Stage').selectOption('qualified');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    const refused = page.getByRole('list', { name: "Leads that weren't changed" });
    await refused.getByText(/Lead 0: This lead is won/).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByText('1 selected').waitFor();
    expect(await readStages(workspace, [won, ...others])).to.deep.equal(['won', 'qualified', 'qualified']);
    await close();
  });

  it('shows a shared view to a colleague with its filters and columns', async () => {
    const workspace = await newWorkspace();
    await createLeads(workspace.api, 1, 'plain');
    await createLeads(workspace.api, 1, 'vip', { name: 'Ines Vip', tags: ['vip'] });
    const owner = await openDashboard(browser(), { workspace, path: 'leads?tags=vip' });
    await owner.page.getByRole('button', { name: 'Columns' }).click();
    const columns = owner.page.getByRole('dialog', { name: 'Columns' });
    await columns.getByRole('checkbox', { name: 'Email' }).check();
    await columns.getByRole('checkbox', { name: 'Score' }).uncheck();
    await columns.getByRole('button', { name: 'Done' }).click();
    await owner.page.getByRole('columnheader', { name: 'Email' }).waitFor();
    await owner.page.getByRole('button', { name: 'Views' }).click();
    await owner.page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await owner.page.getByRole('textbox', { name: 'Name' }).fill('Important');
    await owner.page.getByRole('checkbox', { name: 'Share with everyone in this workspace' }).check();
    await owner.page.getByRole('button', { name: 'Save view' }).click();
    await owner.page.getByRole('button', { name: 'View: Important' }).waitFor();
    await owner.close();

    const { page, close } = await openDashboard(browser(), { workspace, role: 'agent', path: 'pipeline' });
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Important' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
    await getRow(page, 'Ines Vip').waitFor();
    expect(await getRow(page, 'Lead 0').count()).to.equal(0);
    await page.getByRole('columnheader', { name: 'Email' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Score' }).count()).to.equal(0);
    await close();
  });

  it('loads only the visible rows of a long list', async () => {
    const workspace = await newWorkspace();
    await createLeads(workspace.api, 350);
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'profile' });
    const pages = new Set<string | null>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/v1/leads')) pages.add(searchParams.get('page'));
    });
    await visit('leads?sort=created_at&order=asc');
    await page.getByText('350 leads').waitFor();
    await getRow(page, 'Lead 0').first().focus();
    await page.keyboard.press('End');
    await awaitFocus(getRow(page, 'Lead 349'));
    expect([...pages]).to.deep.equal(['1', '4']);
    await close();
  });
});
