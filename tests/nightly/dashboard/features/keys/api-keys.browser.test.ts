import { expect } from 'chai';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newKey, newWorkspace } from '../../../../support/workspace.js';

describe('the API keys page', () => {
  const browser = useBrowser();

  it("lets an admin replace keys, except owners' keys", async () => {
    const workspace = await newWorkspace();
    await newKey(workspace.id, 'live', ['read:leads']);
    const { page, close } = await openDashboard(browser(), { workspace, path: 'developers', role: 'admin' });
    const lesser = page.getByRole('row').filter({ hasText: 'read:leads' });
    await lesser.getByRole('button', { name: /^Rotate/ }).waitFor();
    const ofOwners = page.getByRole('row').filter({ hasText: 'admin' });
    await ofOwners
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .waitFor();
    expect(await ofOwners.getByRole('button', { name: /^Rotate/ }).count()).to.equal(0);
    await close();
  });
});
