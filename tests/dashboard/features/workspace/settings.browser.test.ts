import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { system } from '../../../support/system.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { holdRequests } from '../../support/hold-requests.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the settings page', () => {
  const browser = useBrowser();

  it("saves an owner's changes, and shows errors at the fields", async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'settings', role: 'admin' });
    faults.expectError(/422|409/);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must not be blank or have control characters').waitFor();
    await name.fill('Meridian Homes and Sons');
    await page.getByLabel('Currency').selectOption('AED');
    for (const [label, text, option] of [
      ['Country', 'emirates', 'United Arab Emirates'],
      ['Time zone', 'dubai', 'Asia/Dubai'],
    ] as const) {
      await page.getByRole('textbox', { name: label }).fill(text);
      await page.getByRole('option', { name: option, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    await page.getByRole('banner').getByText('Meridian Homes and Sons').waitFor();
    await page.getByLabel('Require two-factor authentication for owners and admins').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Workspace' }).getByRole('alert').waitFor();
    await page.getByText(/^This minute:/).waitFor();
    await assertStateAccessible(page);
    await page.reload();
    expect(await page.getByLabel('Currency').inputValue()).to.equal('AED');
    expect(await page.getByRole('textbox', { name: 'Country' }).inputValue()).to.equal('United Arab Emirates');
    expect(await page.getByRole('textbox', { name: 'Time zone' }).inputValue()).to.equal('Asia/Dubai');
    await close();
  });

  it("keeps another person's change, and shows it to the person who saves second", async () => {
    const { page, workspace, person, faults, close } = await openDashboard(browser(), { path: 'settings' });
    faults.expectError(/412/);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Meridian Homes');
    const answer = await fetch(`${system().urls.auth}/auth/workspace`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
        'x-workspace-id': workspace.id,
      },
      body: JSON.stringify({ currency: 'AED' }),
    });
    expect(answer.status).to.equal(200);
    const release = await holdRequests(page, '**/auth/workspace', 'PUT');
    await page.getByRole('button', { name: 'Save' }).click();
    const secondFactor = page.getByLabel('Require two-factor authentication for owners and admins');
    await secondFactor.click();
    release();
    const notice = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' });
    await notice.getByText(/→ AED/).waitFor();
    await assertStateAccessible(page);
    expect(await page.getByLabel('Currency').inputValue()).to.equal('AED');
    expect(await secondFactor.isChecked(), 'what was changed since').to.equal(true);
    await secondFactor.click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).to.equal('Meridian Homes');
    expect(await page.getByLabel('Currency').inputValue()).to.equal('AED');
    await close();
  });
});
