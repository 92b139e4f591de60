import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { newDevelopment } from '../../support/development.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the unit drawer', () => {
  const browser = useBrowser();

  it('shows the second person the changes of the first, keeps both changes, and shows errors at the fields', async () => {
    const workspace = await newWorkspace();
    const { propertyId, unitIds } = await newDevelopment(workspace);
    const path = `properties/${propertyId}?unit=${unitIds[0]}`;
    const { page, faults, close } = await openDashboard(browser(), { workspace, path });
    faults.expectError(/412|422/);
    const drawer = page.getByRole('dialog', { name: 'Unit 101' });
    await drawer.getByLabel('Name').fill('Corner flat');
    await workspace.api.put(`/v1/units/${unitIds[0]}`, { price: { amount: 215_000 } });
    await drawer.getByRole('button', { name: 'Save' }).click();
    const notice = drawer.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' });
    await notice.getByText('200000 USD → 215000 USD').waitFor();
    await assertStateAccessible(page);
    await drawer.getByLabel('Number').fill('1'.repeat(1_000));
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.locator('[class*="Input-error"]').waitFor();
    await drawer.getByLabel('Number').fill('101');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'hidden' });
    const { record } = await workspace.api.get(`/v1/units/${unitIds[0]}`);
    expect(record).to.deep.include({ name: 'Corner flat', price: { amount: 215_000, currency: 'USD' } });
    await close();
  });
});
