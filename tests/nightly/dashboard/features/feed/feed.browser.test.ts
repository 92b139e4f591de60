import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';

describe('the portal feed page', () => {
  const browser = useBrowser();

  it('shows a new feed address once, and replaces the address after a confirmation', async () => {
    const { page, faults, visit, close } = await openDashboard(browser(), { viewport: phone });
    faults.expectError(/404/);
    await visit('transfers/feed');
    await page.getByRole('button', { name: 'Create feed' }).click();
    const address = await page.getByLabel('XML', { exact: true }).inputValue();
    expect((await fetch(address)).status).to.equal(200);
    await page.getByRole('button', { name: 'New URLs' }).click();
    await page.getByRole('button', { name: 'Create new URLs' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await fetch(address)).status).to.equal(404);
    await assertAccessibleInBothSchemes(page);
    await page.reload();
    await page.getByText('Feed URL ending in').waitFor();
    expect(await page.getByLabel('XML', { exact: true }).count()).to.equal(0);
    await close();
  });

  it('shows which units portals receive, and why others are left out', async () => {
    const { page, workspace, faults, visit, close } = await openDashboard(browser(), { viewport: phone });
    faults.expectError(/404/);
    const location = { area: 'Finestrat', city: 'Alicante', country: 'ES' };
    const property = await workspace.api.create('/v1/properties', { name: 'Quay', type: 'villa', location });
    for (const [name, currency] of [
      ['Villa 1', 'EUR'],
      ['Villa 2', 'AED'],
    ]) {
      const price = { amount: 389_000, currency };
      await workspace.api.create('/v1/units', { property_id: property.id, name, visibility: 'public', price });
    }
    await visit('transfers/feed');
    await page.getByRole('button', { name: 'Create feed' }).click();
    await page.getByText('The XML feed has 1 unit.').waitFor();
    await page.getByRole('heading', { name: 'Left out: 1 unit' }).waitFor();
    await page.getByText('Villa 2 (AED)').waitFor();
    await assertAccessibleInBothSchemes(page);
    await close();
  });
});
