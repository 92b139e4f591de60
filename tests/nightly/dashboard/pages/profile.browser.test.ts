import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../dashboard/support/both-schemes.js';
import { openDashboard, phone } from '../../../dashboard/support/open-dashboard.js';
import { ApiClient } from '../../../support/api-client.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { newOAuthApp } from '../../../support/oauth-app.js';
import { system } from '../../../support/system.js';
import { computeCode } from '../../../support/totp-code.js';
import { newWorkspace } from '../../../support/workspace.js';

describe('the profile in the dashboard', () => {
  const browser = useBrowser();

  it('changes the password, which ends the other sessions, and goes on with this one', async () => {
    const { page, person, faults, close } = await openDashboard(browser(), { path: 'profile', role: 'viewer' });
    const { email, password } = person;
    const other = await fetch(`${system().urls.auth}/auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'curl/8.5.0' },
      body: JSON.stringify({ email, password }),
    });
    expect(other.status).to.equal(201);
    await page.reload();
    await page.getByRole('cell', { name: 'curl/8.5.0', exact: true }).waitFor();
    await assertAccessibleInBothSchemes(page);
    faults.expectError(/401|422/);
    await page.getByLabel('Present password').fill('not the password');
    await page.getByLabel('New password').fill('A new horse of mine');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page
      .getByRole('region', { name: 'Password' })
      .getByText(/wrong|not/)
      .first()
      .waitFor();
    await page.getByLabel('Present password').fill(password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    await page.getByRole('cell', { name: 'curl/8.5.0', exact: true }).waitFor({ state: 'hidden' });
    await page.getByLabel('New email address').fill('new.address@example.com');
    await page.getByLabel('Password, to confirm').fill('A new horse of mine');
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByText('A link is on its way to new.address@example.com').waitFor();
    await close();
  });

  it('sets up a second factor, shows the recovery codes once, and takes it away again', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'profile', viewport: phone });
    faults.expectError(/422/);
    /** The first of the codes that are shown. */
    const readRecoveryCode = async () => {
      const shown = page.getByRole('status').filter({ hasText: 'Keep these recovery codes now' });
      return (await shown.locator('pre').textContent())?.split('\n')[0] ?? '';
    };
    await page.getByRole('button', { name: 'Set it up' }).click();
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    await page.getByLabel('Code that the app shows').fill('12345');
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByText('is not the current code').waitFor();
    await assertAccessibleInBothSchemes(page);
    await page.getByLabel('Code that the app shows').fill(computeCode(secret));
    await page.getByRole('button', { name: 'Turn it on' }).click();
    const code = await readRecoveryCode();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    await assertAccessibleInBothSchemes(page);
    await page.reload();
    await page.getByRole('button', { name: 'New recovery codes' }).waitFor();
    expect(await page.getByText('Keep these recovery codes now').count()).to.equal(0);
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    const renewal = page.getByRole('dialog', { name: 'Make new recovery codes?' });
    await renewal.getByRole('button', { name: 'Cancel' }).click();
    await renewal.waitFor({ state: 'hidden' });
    expect(await page.getByText('Keep these recovery codes now').count()).to.equal(0);
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await renewal.getByLabel('Code').fill(code);
    await renewal.getByRole('button', { name: 'Make new codes' }).click();
    const newCode = await readRecoveryCode();
    expect(newCode).to.not.equal(code);
    await page.getByRole('button', { name: 'Turn it off' }).click();
    await page.getByRole('dialog').getByLabel('Code').fill(newCode);
    await page.getByRole('dialog').getByRole('button', { name: 'Turn it off' }).click();
    await page.getByRole('button', { name: 'Set it up' }).waitFor();
    await close();
  });

  it('shows what apps may do, for the person and for the workspace, where either ends it', async () => {
    const workspace = await newWorkspace();
    const owner = await openDashboard(browser(), { path: 'developers/consents', workspace });
    const { page, person, close } = await openDashboard(browser(), { path: 'profile', role: 'agent', workspace });
    const app = await newOAuthApp(owner.person, ['read:leads']);
    const consent = async () => app.redeem(await app.code(person, workspace.id, 'read:leads'));
    await consent();
    await page.reload();
    const consents = page.getByRole('region', { name: 'Apps that act for you' });
    await consents.getByRole('row').nth(1).waitFor();
    await assertAccessibleInBothSchemes(page);
    await consents.getByRole('button', { name: /^Withdraw from App/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await consents.getByText('None. An app that you let in').waitFor();
    const { accessToken } = await consent();
    await owner.page.reload();
    await owner.page.getByRole('cell', { name: person.email }).waitFor();
    await assertAccessibleInBothSchemes(owner.page);
    await owner.page.getByRole('button', { name: /^End App .* for Test person$/ }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await owner.page.getByText('No app acts for anybody').waitFor();
    await eventually(async () => {
      expect((await new ApiClient(system().urls.api, accessToken).get('/v1/leads')).status).to.equal(401);
    });
    await close();
    await owner.close();
  });

  it('leads to signing in once more where that was too long ago', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'profile' });
    faults.expectError(/403/);
    const error = { code: 'FORBIDDEN', message: 'Sign in again.', reason: 'sign_in_again' };
    const path = '**/auth/two-factor';
    await page.route(path, (route) => route.fulfill({ status: 403, json: { success: false, error } }));
    await page.getByRole('button', { name: 'Set it up' }).click();
    await page.getByRole('button', { name: 'Sign in again' }).waitFor();
    await page.unroute(path);
    await page.getByRole('button', { name: 'Set it up' }).click();
    await page.getByLabel('Code that the app shows').fill('123456');
    // The sign-in became too old while the person set the app up.
    await page.route(path, (route) => route.fulfill({ status: 403, json: { success: false, error } }));
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.waitForURL((url) => url.pathname === '/auth/sign-in' && url.searchParams.has('return_to'));
    await close();
  });
});
