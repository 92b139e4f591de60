import { expect } from 'chai';
import type { Request } from 'playwright-core';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { holdRequests } from '../../../../dashboard/support/hold-requests.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';

describe('the settings page', () => {
  const browser = useBrowser();

  it('keeps input that is typed during a save', async () => {
    const { page, close } = await openDashboard(browser(), { path: 'settings' });
    const isSave = (request: Request) => request.method() === 'PUT';
    const release = await holdRequests(page, '**/auth/workspace', 'PUT');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Meridian Homes');
    await Promise.all([page.waitForRequest(isSave), page.getByRole('button', { name: 'Save' }).click()]);
    await page.getByLabel('Currency').selectOption('AED');
    release();
    await page.getByText('Settings saved.').waitFor();
    const answer = page.waitForResponse((response) => isSave(response.request()));
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await answer).status()).to.equal(200);
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).to.equal('Meridian Homes');
    expect(await page.getByLabel('Currency').inputValue()).to.equal('AED');
    await close();
  });

  it('updates the currency of amounts that other pages have already loaded', async () => {
    const { page, close } = await openDashboard(browser(), { path: 'people' });
    const menu = page.getByRole('navigation', { name: 'Pages' });
    await page.getByRole('cell', { name: /^US\$/ }).waitFor();
    await menu.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Currency').selectOption('AED');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    await menu.getByRole('link', { name: 'People' }).click();
    await page.getByRole('cell', { name: /^AED/ }).waitFor();
    await close();
  });

  it("lets an owner request the deletion with the workspace's name and a password, and cancel it", async () => {
    const { page, workspace, person, faults, close } = await openDashboard(browser(), { path: 'settings' });
    faults.expectError(/401|403|422/);
    await page.getByRole('button', { name: 'Request deletion' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Workspace name').fill('Another one');
    await dialog.getByRole('button', { name: 'Request deletion' }).click();
    await dialog.getByText(/^Type Test /).waitFor();
    await assertAccessibleInBothSchemes(page);
    const name = (await dialog.locator('strong').textContent()) ?? '';
    await dialog.getByLabel('Workspace name').fill(name);
    await dialog.getByLabel('Your password').fill('not the password');
    await dialog.getByRole('button', { name: 'Request deletion' }).click();
    await dialog.getByText('must be your current password').waitFor();
    await dialog.getByLabel('Your password').fill(person.password);
    await dialog.getByLabel('Reason (optional)').fill('We merged.');
    await dialog.getByRole('button', { name: 'Request deletion' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'This workspace will be deleted' });
    await notice.getByText('Reason: We merged.').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await assertAccessibleInBothSchemes(page);
    expect((await workspace.api.get('/v1/leads')).status).to.equal(200);
    await notice.getByRole('button', { name: 'Keep the workspace' }).click();
    await page.getByRole('button', { name: 'Request deletion' }).waitFor();
    await close();
  });

  it('offers no deletion to an admin, and refuses agents', async () => {
    const { page, workspace, close } = await openDashboard(browser(), {
      path: 'settings',
      role: 'admin',
      viewport: phone,
    });
    await page.getByText(/^This minute:/).waitFor();
    expect(await page.getByRole('button', { name: 'Request deletion' }).count()).to.equal(0);
    await close();
    const agent = await openDashboard(browser(), { path: 'settings', role: 'agent', workspace });
    await agent.page.getByText("Your role doesn't allow this").waitFor();
    await assertAccessibleInBothSchemes(agent.page);
    await agent.close();
  });
});
