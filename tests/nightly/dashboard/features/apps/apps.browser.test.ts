import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';

describe('the OAuth apps page', () => {
  const browser = useBrowser();

  it('registers an app, changes it, replaces its secret and deletes it', async () => {
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
    await page.getByRole('button', { name: "I've stored it" }).click();
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
    await page.getByRole('button', { name: "I've stored it" }).click();
    await page.getByRole('button', { name: 'Delete Portal sync' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No apps yet').waitFor();
    await close();
  });
});
