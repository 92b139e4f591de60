import type { Locator, Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser.js';
import { createLeads, createUnits } from '../../support/listings-and-leads.js';
import { newWorkspace } from '../../support/workspace.js';
import { openDashboard } from '../support/open-dashboard.js';

const awaitFocus = (element: Locator) => element.and(element.page().locator(':focus')).waitFor();
const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

/** By the keyboard, as who needs to know where the focus is. */
async function press(page: Page, name: string): Promise<void> {
  await getButton(page, name).press('Enter');
}

/** Chooses an item of a menu; resolves when the field or button of the dialog that it opens has the focus. */
async function chooseFrom(page: Page, menu: string, item: string, first: Locator): Promise<void> {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).press('Enter');
  await awaitFocus(first);
}

async function closeByEscape(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('the focus of a page with dialogs', () => {
  const browser = useBrowser();

  it('is back on what opened a dialog, after the dialogs that follow from it, and on the content where that is gone', async () => {
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
    await press(page, 'I have stored it');
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

  it('is in the dialog that a menu opened, and back on the button of that menu', async () => {
    const workspace = await newWorkspace();
    await createLeads(workspace.api, 1, 'lead', { next_follow_up: '2027-03-01T09:00:00.000Z' });
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    await chooseFrom(page, 'Postpone: Lead 0', 'Another day…', page.getByLabel('Day', { exact: true }));
    await closeByEscape(page);
    await awaitFocus(getButton(page, 'Postpone: Lead 0'));
    await visit('pipeline?tags=vip');
    await chooseFrom(page, 'Views', 'Save these filters…', page.getByLabel('Name'));
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
