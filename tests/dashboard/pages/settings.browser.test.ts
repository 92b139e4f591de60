import { expect } from 'chai';
import { useBrowser } from '../../support/browser/use-browser.js';
import { assertAccessibleInBothSchemes } from '../support/both-schemes.js';
import { openDashboard, phone } from '../support/open-dashboard.js';

describe('the settings of a workspace in the dashboard', () => {
  const browser = useBrowser();

  it('are changed by an owner, and what is refused is said at the field', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'settings', role: 'admin' });
    faults.expectError(/422|409/);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must not be empty').waitFor();
    await name.fill('Meridian Homes and Sons');
    await page.getByLabel('Currency').selectOption('AED');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await page.getByRole('banner').getByText('Meridian Homes and Sons').waitFor();
    await page.getByLabel('Owners and admins need a second factor').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Workspace' }).getByRole('alert').waitFor();
    await page.getByText(/^This minute:/).waitFor();
    await assertAccessibleInBothSchemes(page);
    await page.reload();
    expect(await page.getByLabel('Currency').inputValue()).to.equal('AED');
    await close();
  });

  it('fit a phone, and are not shown to whom they do not belong', async () => {
    const { page, workspace, close } = await openDashboard(browser(), {
      path: 'settings',
      role: 'admin',
      viewport: phone,
    });
    await page.getByText(/^This minute:/).waitFor();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    expect(await page.getByRole('button', { name: 'Request deletion' }).count()).to.equal(0);
    await close();
    const agent = await openDashboard(browser(), { path: 'settings', role: 'agent', workspace });
    await agent.page.getByText('Your role does not include this').waitFor();
    await assertAccessibleInBothSchemes(agent.page);
    await agent.close();
  });
});
