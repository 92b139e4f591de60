import { expect } from 'chai';
import { useBrowser } from '../../support/browser/use-browser.js';
import { createLeads } from '../../support/listings-and-leads.js';
import { system } from '../../support/system.js';
import { newWorkspace } from '../../support/workspace.js';
import { openDashboard } from '../support/open-dashboard.js';

describe('the dashboard', () => {
  const browser = useBrowser();

  it('groups its pages, and hides pages that a viewer may not open', async () => {
    const { page, close } = await openDashboard(browser(), { role: 'viewer' });
    const menu = page.getByRole('navigation', { name: 'Pages' });
    expect(await menu.getByRole('list', { name: 'Sell' }).getByRole('link').allTextContents()).to.deep.equal([
      'Leads',
      'Board',
      'Properties',
      'Deals',
    ]);
    const all = await menu.getByRole('link').allTextContents();
    expect(all).to.deep.equal(['Leads', 'Board', 'Properties', 'Deals', 'People', 'Analytics']);
    await close();
  });

  it('keeps unsaved input when the session ends, and redirects to the sign-in page on reload', async () => {
    const workspace = await newWorkspace();
    const [id] = await createLeads(workspace.api, 1);
    const { page, person, faults, close } = await openDashboard(browser(), { workspace, path: `pipeline/${id}` });
    faults.expectError(/401/);
    await page.getByLabel('Add to the timeline').fill('Half of a');
    // If a request were still running, its result would show the dialog before the click.
    await page.getByText('No files yet.').waitFor();
    const headers = { authorization: `Bearer ${person.token}` };
    expect((await fetch(`${system().urls.auth}/auth/session`, { method: 'DELETE', headers })).status).to.equal(204);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('dialog', { name: "You're signed out" }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
    expect(await page.getByLabel('Add to the timeline').inputValue()).to.equal('Half of a');
    await page.reload();
    await page.waitForURL((url) => url.pathname === '/auth/sign-in');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await close();
  });
});
