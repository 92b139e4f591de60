import { expect } from 'chai';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { createLeads } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('a breadcrumb', () => {
  const browser = useBrowser();

  it('leads back to the list with its filters, even after a reload', async () => {
    const workspace = await newWorkspace();
    await createLeads(workspace.api, 2);
    const { page, close } = await openDashboard(browser(), { workspace, path: 'pipeline?search=Lead' });
    await page.getByRole('link', { name: 'Lead 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lead 1' }).waitFor();
    await page.reload();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Board' }).click();
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
    expect(new URL(page.url()).search).to.equal('?search=Lead');
    await close();
  });
});
