import { expect } from 'chai';
import { useBrowser } from '../../support/browser/use-browser.js';
import { newPerson } from '../../support/person.js';
import { system } from '../../support/system.js';
import { computeCode } from '../../support/totp-code.js';
import { newWorkspace } from '../../support/workspace.js';
import { assertStateAccessible } from '../support/accessible-state.js';
import { openDashboard } from '../support/open-dashboard.js';
import { watchPage } from '../support/watched-page.js';

describe('signing in to the dashboard', () => {
  const browser = useBrowser();

  it('asks for the code of the second factor that was set up in the profile, and returns to the requested page', async () => {
    const workspace = await newWorkspace();
    const person = await newPerson(workspace, 'agent');
    const profile = await openDashboard(browser(), { workspace, person, role: 'agent', path: 'profile' });
    profile.faults.expectError(/422/);
    const code = profile.page.getByLabel('Code from the app');
    const turnOn = profile.page.getByRole('button', { name: 'Turn on' });
    await profile.page.getByRole('button', { name: 'Set up' }).click();
    const secret = await profile.page.getByLabel('Secret', { exact: true }).inputValue();
    await code.fill('12345');
    await turnOn.click();
    await profile.page.getByText('must be the current code').waitFor();
    await code.fill(computeCode(secret));
    await turnOn.click();
    await profile.page.getByText('Save these recovery codes now').waitFor();
    await assertStateAccessible(profile.page);
    await profile.close();

    const context = await browser().newContext({ baseURL: system().urls.auth });
    const page = await context.newPage();
    const faults = watchPage(page);
    faults.expectError(/401|422/);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`/dashboard/${workspace.id}/sandbox/deals?page=2`);
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await press('Sign in');
    await page.waitForFunction("document.title.startsWith('Error: ')");
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await press('Sign in');
    await page.getByRole('heading', { level: 1, name: 'Enter your code' }).waitFor();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await press('Continue');
    await page.waitForFunction("document.title.startsWith('Error: ')");
    await page.getByLabel('Code', { exact: true }).fill(computeCode(secret, 1));
    await press('Continue');
    await page.getByRole('heading', { level: 1, name: 'Deals' }).waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect(pathname).to.equal(`/dashboard/${workspace.id}/sandbox/deals`);
    expect(searchParams.get('page')).to.equal('2');
    await context.close();
    faults.assertNone();
  });
});
