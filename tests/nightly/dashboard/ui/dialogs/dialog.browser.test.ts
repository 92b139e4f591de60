import { awaitFocus, closeByEscape, getButton, press } from '../../../../dashboard/support/keyboard.js';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { createUnits } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('the focus around a dialog', () => {
  const browser = useBrowser();

  it('returns to the element that opened a dialog, or to the content if that element is gone', async () => {
    const workspace = await newWorkspace();
    const { propertyId, unitIds } = await createUnits(workspace.api, 1);
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'developers' });
    await press(page, 'Create API key');
    await page.getByLabel('Name').waitFor();
    await closeByEscape(page);
    await awaitFocus(getButton(page, 'Create API key'));
    await press(page, 'Create API key');
    await page.getByLabel('Name').fill('Website');
    await page.getByLabel('See agents and teams').check();
    await press(page, 'Create key');
    await press(page, "I've stored it");
    await awaitFocus(getButton(page, 'Create API key'));
    await visit('developers');
    await press(page, 'Revoke Website');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
    await awaitFocus(page.locator('main'));
    await visit(`properties/${propertyId}?unit=${unitIds[0]}`);
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await closeByEscape(page);
    await awaitFocus(page.locator('main'));
    await close();
  });
});
