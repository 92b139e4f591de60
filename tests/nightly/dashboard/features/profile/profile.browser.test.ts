import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { ApiClient } from '../../../../support/api-client.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { eventually } from '../../../../support/eventually.js';
import { newOAuthApp } from '../../../../support/oauth-app.js';
import { system } from '../../../../support/system.js';
import { computeCode } from '../../../../support/totp-code.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('the profile page', () => {
  const browser = useBrowser();

  it('changes the password, ends the other sessions, and keeps the current session', async () => {
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
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('A new horse of mine');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page
      .getByRole('region', { name: 'Password' })
      .getByText(/must be your current password/i)
      .waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password was changed.').waitFor();
    await page.getByRole('cell', { name: 'curl/8.5.0', exact: true }).waitFor({ state: 'hidden' });
    await page.getByLabel('New email address').fill('new.address@example.com');
    await page.getByLabel('Confirm with your password').fill('A new horse of mine');
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByText('We sent a link to new.address@example.com').waitFor();
    await close();
  });

  it('sets up two-factor authentication, shows the recovery codes once, and turns it off again', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'profile', viewport: phone });
    faults.expectError(/422/);
    /** The first of the displayed codes. */
    const readRecoveryCode = async () => {
      const shown = page.getByRole('status').filter({ hasText: 'Save these recovery codes now' });
      return (await shown.locator('pre').textContent())?.split('\n')[0] ?? '';
    };
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    await page.getByLabel('Code from the app').fill('12345');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('must be the current code').waitFor();
    await assertAccessibleInBothSchemes(page);
    await page.getByLabel('Code from the app').fill(computeCode(secret));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const code = await readRecoveryCode();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    await assertAccessibleInBothSchemes(page);
    await page.reload();
    await page.getByRole('button', { name: 'New recovery codes' }).waitFor();
    expect(await page.getByText('Save these recovery codes now').count()).to.equal(0);
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    const renewal = page.getByRole('dialog', { name: 'Create new recovery codes?' });
    await renewal.getByRole('button', { name: 'Cancel' }).click();
    await renewal.waitFor({ state: 'hidden' });
    expect(await page.getByText('Save these recovery codes now').count()).to.equal(0);
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await renewal.getByLabel('Code').fill(code);
    await renewal.getByRole('button', { name: 'Create new codes' }).click();
    const newCode = await readRecoveryCode();
    expect(newCode).to.not.equal(code);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByLabel('Code').fill(newCode);
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
    await close();
  });

  it('lists the permissions of apps for the person and for the workspace, and revokes both', async () => {
    const workspace = await newWorkspace();
    const owner = await openDashboard(browser(), { path: 'developers/consents', workspace });
    const { page, person, close } = await openDashboard(browser(), { path: 'profile', role: 'agent', workspace });
    const app = await newOAuthApp(owner.person, ['read:leads']);
    const consent = async () => app.redeem(await app.code(person, workspace.id, 'read:leads'));
    await consent();
    await page.reload();
    const consents = page.getByRole('region', { name: 'Authorized apps' });
    await consents.getByRole('row').nth(1).waitFor();
    await assertAccessibleInBothSchemes(page);
    await consents.getByRole('button', { name: /^Revoke App/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await consents.getByText("You haven't authorized any apps.").waitFor();
    const { accessToken } = await consent();
    await owner.page.reload();
    await owner.page.getByRole('cell', { name: person.email }).waitFor();
    await assertAccessibleInBothSchemes(owner.page);
    await owner.page.getByRole('button', { name: /^Revoke App .* for Test person$/ }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await owner.page.getByText('No authorized apps').waitFor();
    await eventually(async () => {
      expect((await new ApiClient(system().urls.api, accessToken).get('/v1/leads')).status).to.equal(401);
    });
    await close();
    await owner.close();
  });

  it('asks for a new sign-in if the last sign-in is too old', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'profile' });
    faults.expectError(/403/);
    const error = { code: 'FORBIDDEN', message: 'Sign in again.', reason: 'sign_in_again' };
    const path = '**/auth/two-factor';
    await page.route(path, (route) => route.fulfill({ status: 403, json: { success: false, error } }));
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('button', { name: 'Sign in again' }).waitFor();
    await page.unroute(path);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Code from the app').fill('123456');
    // The sign-in becomes too old while the person sets up the app.
    await page.route(path, (route) => route.fulfill({ status: 403, json: { success: false, error } }));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.waitForURL((url) => url.pathname === '/auth/sign-in' && url.searchParams.has('return_to'));
    await close();
  });
});
