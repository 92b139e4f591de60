import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the API keys page', () => {
  const browser = useBrowser();

  it('creates a key that is shown once, replaces it with an overlap, and revokes it', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'developers' });
    faults.expectError(/422/);
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    await page.getByLabel('Name').fill('Website of the town');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Choose at least one scope.').waitFor();
    await page.getByLabel('See properties and units').check();
    await page.getByLabel('Expires on').fill('2020-01-01');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText(/future/).waitFor();
    await page.getByLabel('Expires on').fill('');
    await assertStateAccessible(page);
    await page.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByLabel('API key', { exact: true });
    await shown.waitFor();
    const first = await shown.inputValue();
    expect(first).to.match(/^pl_live_/);
    await page.getByRole('button', { name: "I've stored it" }).click();
    await shown.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /Website of the town/ });
    await row.getByText('read:properties').waitFor();
    await row.getByRole('button', { name: 'Rotate Website of the town' }).click();
    await page.getByLabel('Days until the old key stops working').fill('2');
    await page.getByRole('button', { name: 'Create new key' }).click();
    await page.getByText('The old key works for another 2 days.').waitFor();
    expect(await shown.inputValue())
      .to.match(/^pl_live_/)
      .and.not.equal(first);
    await page.getByRole('button', { name: "I've stored it" }).click();
    await page.getByRole('button', { name: 'Revoke Website of the town' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    await close();
  });
});
