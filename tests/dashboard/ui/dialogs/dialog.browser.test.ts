import { useBrowser } from '../../../support/browser/use-browser.js';
import { createLeads } from '../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../support/workspace.js';
import { awaitFocus, chooseFrom, closeByEscape, getButton, press } from '../../support/keyboard.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the focus around a dialog', () => {
  const browser = useBrowser();

  it('moves into a dialog that was opened from a menu, and returns to the menu button', async () => {
    const workspace = await newWorkspace();
    await createLeads(workspace.api, 1, 'lead', { next_follow_up: '2027-03-01T09:00:00.000Z' });
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    await chooseFrom(page, 'Snooze: Follow up, Lead 0', 'Another time…', page.getByRole('textbox', { name: 'Title' }));
    await closeByEscape(page);
    await awaitFocus(getButton(page, 'Snooze: Follow up, Lead 0'));
    await visit('pipeline?tags=vip');
    await chooseFrom(page, 'Views', 'Save this view…', page.getByLabel('Name'));
    await page.keyboard.type('Important');
    await page.keyboard.press('Enter');
    await awaitFocus(getButton(page, 'View: Important'));
    await chooseFrom(page, 'View: Important', 'Manage views…', getButton(page, 'Close'));
    await press(page, 'Delete Important');
    await awaitFocus(getButton(page, 'Cancel'));
    await page.keyboard.press('Escape');
    await awaitFocus(getButton(page, 'Delete Important'));
    await closeByEscape(page);
    await awaitFocus(getButton(page, 'View: Important'));
    await visit('pipeline');
    await chooseFrom(page, 'Move Lead 0 to…', 'Lost', getButton(page, 'Close'));
    await closeByEscape(page);
    await awaitFocus(getButton(page, 'Move Lead 0 to…'));
    await close();
  });
});
