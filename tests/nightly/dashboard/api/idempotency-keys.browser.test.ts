import { expect } from 'chai';
import { openDashboard } from '../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { createLeads } from '../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../support/workspace.js';

describe('the idempotency key in the browser', () => {
  const browser = useBrowser();

  it('prevents a second record if a response was lost and the person submits the form again', async () => {
    const workspace = await newWorkspace();
    const [id] = await createLeads(workspace.api, 1);
    const { page, faults, close } = await openDashboard(browser(), { workspace, path: `pipeline/${id}` });
    faults.expectError(/ERR_FAILED/);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const notes = timeline.getByRole('listitem').filter({ hasText: 'Wants a garden.' });
    await page.route('**/notes', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel('Add to the timeline').fill('Wants a garden.');
    await timeline.getByRole('button', { name: 'Add' }).click();
    await timeline.getByText("Can't reach the server.").waitFor();
    await page.unroute('**/notes');
    await timeline.getByRole('button', { name: 'Add' }).click();
    await notes.first().waitFor();
    expect(await notes.count()).to.equal(1);
    await close();
  });
});
