import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the page of an API key', () => {
  const browser = useBrowser();

  it("shows the key's usage and its requests, by method and status", async () => {
    const workspace = await newWorkspace();
    await workspace.api.get('/v1/leads?per_page=1');
    await workspace.api.get('/v1/leads/lead_unknown');
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'developers' });
    const row = page.getByRole('row', { name: new RegExp(workspace.key.slice(-4)) });
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    // Gateways record requests once a second.
    await eventually(async () => {
      await visit(`developers/keys/${workspace.keyId}`);
      await page.getByRole('row', { name: /GET .*\/v1\/leads\/\{id\}.* 404/ }).waitFor({ timeout: 2_000 });
    });
    await page.getByRole('row', { name: /GET .*\/v1\/leads\?per_page.* 200/ }).waitFor();
    await assertStateAccessible(page);
    await page.getByLabel('Status').selectOption('4xx');
    await page.getByText('/v1/leads?per_page').waitFor({ state: 'detached' });
    await page.getByText('/v1/leads/{id}').waitFor();
    await page.getByText('Show as a table').click();
    await page.getByRole('table', { name: 'Usage' }).waitFor();
    await close();
  });

  it('says that an unknown key does not exist', async () => {
    const { page, faults, visit, close } = await openDashboard(browser(), { path: 'developers' });
    faults.expectError(/404/);
    await visit('developers/keys/key_unknown');
    await page
      .getByText(/not found|doesn't exist/i)
      .first()
      .waitFor();
    await close();
  });
});
