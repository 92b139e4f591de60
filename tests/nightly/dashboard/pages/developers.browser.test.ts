import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../dashboard/support/both-schemes.js';
import { openDashboard, phone } from '../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { newKey, newWorkspace } from '../../../support/workspace.js';

describe('the pages for developers in the dashboard', () => {
  const browser = useBrowser();

  it('offer an admin to replace keys, and not those of owners', async () => {
    const workspace = await newWorkspace();
    await newKey(workspace.id, 'live', ['read:leads']);
    const { page, close } = await openDashboard(browser(), { workspace, path: 'developers', role: 'admin' });
    const lesser = page.getByRole('row').filter({ hasText: 'read:leads' });
    await lesser.getByRole('button', { name: /^Rotate/ }).waitFor();
    const ofOwners = page.getByRole('row').filter({ hasText: 'admin' });
    await ofOwners
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .waitFor();
    expect(await ofOwners.getByRole('button', { name: /^Rotate/ }).count()).to.equal(0);
    await close();
  });

  it('register an app, change it, replace its secret and delete it', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'developers/apps' });
    faults.expectError(/422/);
    await page.getByRole('button', { name: 'Register app' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Portal sync');
    await dialog.getByLabel('Redirect URIs').fill('https://portal.example/callback');
    await dialog.getByLabel('See properties and units').check();
    await dialog.getByRole('button', { name: 'Register app' }).click();
    const secret = page.getByLabel('Client secret', { exact: true });
    await secret.waitFor();
    const first = await secret.inputValue();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const row = page.getByRole('row', { name: /Portal sync/ });
    await row.getByText('https://portal.example/callback').waitFor();
    await page.getByRole('button', { name: 'Edit Portal sync' }).click();
    await dialog.getByLabel('Redirect URIs').fill('nowhere');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/must/).waitFor();
    await assertAccessibleInBothSchemes(page);
    await dialog.getByLabel('Redirect URIs').fill('https://portal.example/callback\nhttps://portal.example/other');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('https://portal.example/other').waitFor();
    await page.getByRole('button', { name: 'Rotate secret of Portal sync' }).click();
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await secret.waitFor();
    expect(await secret.inputValue()).to.not.equal(first);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Delete Portal sync' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No apps yet').waitFor();
    await close();
  });

  it('show events, usage and the audit log, and empty the sandbox once it is named', async () => {
    const { page, workspace, visit, close } = await openDashboard(browser(), { path: 'developers/apps' });
    await workspace.api.post('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com', source: 'website' });
    await visit('developers/events');
    await eventually(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.locator('summary', { hasText: 'lead.created' }).waitFor({ timeout: 2_000 });
    });
    await visit('developers/catalogue');
    await page.locator('summary', { hasText: 'unit.sold' }).click();
    await page.getByLabel('Example of unit.sold').getByText('"event": "unit.sold"').waitFor();
    await assertAccessibleInBothSchemes(page);
    await visit('developers/audit');
    await page.getByRole('table', { name: 'Audit log' }).waitFor();
    await visit('developers/usage');
    await page.getByText(/^This minute:/).waitFor();
    await visit('developers/consents');
    await page.getByText('No app acts for anybody').waitFor();
    await visit('developers/sandbox');
    const reset = page.getByRole('button', { name: 'Reset the sandbox' });
    expect(await reset.isDisabled()).to.equal(true);
    const field = page.getByLabel(/^Type .* to confirm$/);
    const label = (await page.getByText(/^Type .* to confirm$/).textContent()) ?? '';
    await field.fill(label.replace(/^Type (.*) to confirm$/, '$1'));
    await reset.click();
    await page.getByText(/^The reset began/).waitFor();
    await close();
  });

  it('tell on a phone when the server fails, and are for neither agents nor viewers', async () => {
    const { page, workspace, faults, visit, close } = await openDashboard(browser(), {
      path: 'developers',
      viewport: phone,
    });
    await page
      .getByText(/^\d+ of \d+$|No API keys yet/)
      .first()
      .waitFor();
    faults.expectError(/500/);
    await page.route('**/auth/apps?*', (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, error: { code: 'INTERNAL_ERROR', message: 'Out of order.' } },
      }),
    );
    await visit('developers/apps');
    await page.getByText('Out of order.').waitFor();
    await close();
    const agent = await openDashboard(browser(), { path: 'developers/webhooks', role: 'agent', workspace });
    await agent.page.getByText("Your role doesn't allow this").waitFor();
    for (const path of ['apps', 'events', 'consents', 'audit']) {
      await agent.visit(`developers/${path}`);
      await agent.page.getByText("Your role doesn't allow this").waitFor();
    }
    await agent.close();
    const viewer = await openDashboard(browser(), { path: 'developers', role: 'viewer', workspace });
    await viewer.page.getByText("Your role doesn't allow this").waitFor();
    await assertAccessibleInBothSchemes(viewer.page);
    await viewer.close();
  });
});
