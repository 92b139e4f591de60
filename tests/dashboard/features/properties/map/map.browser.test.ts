import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newWorkspace, type TestWorkspace } from '../../../../support/workspace.js';
import { assertStateAccessible } from '../../../support/accessible-state.js';
import { openDashboard, phone } from '../../../support/open-dashboard.js';

async function newPlaces({ api }: TestWorkspace): Promise<void> {
  const pricing = { currency: 'USD', min_price: 200_000 };
  const marina = { area: 'Marina', city: 'Dubai', coordinates: { lat: 25.08, lng: 55.14 } };
  const places = [
    { name: 'Marina Heights', location: marina },
    { name: 'Harbour Court', location: { city: 'Lisbon', coordinates: { lat: 38.71, lng: -9.14 } } },
    { name: 'Nowhere Yard', location: { city: 'Unknown' } },
  ];
  for (const place of places) await api.create('/v1/properties', { type: 'apartment', pricing, ...place });
}

describe('the map of properties', () => {
  const browser = useBrowser();

  it('marks properties with price and available units, makes no requests to other hosts, and works by keyboard', async () => {
    const workspace = await newWorkspace();
    await newPlaces(workspace);
    const { page, close } = await openDashboard(browser(), { workspace, path: 'properties?view=map' });
    const list = page.getByRole('list', { name: 'Properties' });
    await list.getByText('Marina Heights').waitFor();
    await page.getByText('1 property has no place on the map yet.').waitFor();
    const marker = page.locator('[data-property]', { hasText: /from .*200k · 0 available/i });
    await marker.first().waitFor();
    await page.locator('canvas').waitFor();
    await marker.first().click();
    await list.locator('[aria-pressed=true]').waitFor();
    await list.getByRole('button', { name: /Harbour Court/ }).press('Enter');
    await assertStateAccessible(page);
    await list.getByRole('link', { name: 'Open Harbour Court' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Harbour Court' }).waitFor();
    await close();
  });

  it('shows the list below the map on a phone, and says when nothing matches', async () => {
    const workspace = await newWorkspace();
    await newPlaces(workspace);
    const options = { workspace, viewport: phone, path: 'properties?view=map&location=Lisbon' };
    const { page, visit, close } = await openDashboard(browser(), options);
    await page.getByRole('button', { name: /Harbour Court/ }).waitFor();
    await assertStateAccessible(page);
    await visit('properties?view=map&location=Paris');
    await page.getByText('No properties match these filters').waitFor();
    await close();
  });
});
