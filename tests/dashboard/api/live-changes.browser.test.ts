import { useBrowser } from '../../support/browser/use-browser.js';
import { createLeads } from '../../support/listings-and-leads.js';
import { newWorkspace } from '../../support/workspace.js';
import { cardIn, moveByMenu } from '../support/drag.js';
import { openDashboard } from '../support/open-dashboard.js';

describe('a page that follows changes', () => {
  const browser = useBrowser();

  it("shows a colleague's move, and the colleague can undo it", async () => {
    const workspace = await newWorkspace();
    await createLeads(workspace.api, 1);
    const watching = await openDashboard(browser(), { workspace, role: 'viewer', followsChanges: true });
    await cardIn(watching.page, 'New', 'Lead 0').waitFor();
    const moving = await openDashboard(browser(), { workspace, followsChanges: true });
    await moveByMenu(moving.page, 'Lead 0', 'Viewing');
    await cardIn(watching.page, 'Viewing', 'Lead 0').waitFor();
    await moving.page.getByRole('button', { name: 'Undo' }).click();
    await moving.page.getByText('Lead 0 is in New now.').waitFor();
    await cardIn(watching.page, 'New', 'Lead 0').waitFor();
    for (const { close } of [watching, moving]) await close();
  });
});
