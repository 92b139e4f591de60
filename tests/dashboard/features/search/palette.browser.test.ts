import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { newLead } from '../../support/interested-lead.js';
import { awaitFocus } from '../../support/keyboard.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';
import { sell } from '../../support/sale.js';

describe('the command palette', () => {
  const browser = useBrowser();

  it('opens records, pages and dialogs by keyboard alone, and returns the focus', async () => {
    const workspace = await newWorkspace();
    const { id, propertyId } = await newLead(workspace);
    await sell(workspace);
    const { page, close } = await openDashboard(browser(), { workspace });
    const { keyboard } = page;
    const field = page.getByRole('combobox', { name: /^Search leads/ });
    const open = async (text: string) => {
      await keyboard.press('Control+K');
      await awaitFocus(field);
      await keyboard.type(text);
    };
    const option = (name: RegExp) => page.getByRole('option', { name });

    await page.getByRole('button', { name: 'Search' }).focus();
    await open('maria');
    await option(/Maria Silva.*New, maria@example.com/).waitFor();
    await assertStateAccessible(page);
    await keyboard.press('Escape');
    await awaitFocus(page.getByRole('button', { name: 'Search' }));

    await open('silva');
    await option(/Maria Silva/).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Maria Silva' }).waitFor();
    expect(new URL(page.url()).pathname).to.contain(`/pipeline/${id}`);

    await open('noor');
    await option(/Noor Haddad.*Deal, US\$445,000/).waitFor();
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await page.waitForURL(/\/deals\/deal_/);

    await open('unit 1');
    await option(/Unit 1.*Harbour Point, Available/).waitFor();
    await keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(propertyId) && url.searchParams.has('unit'));
    const drawer = page.getByRole('dialog', { name: /^Unit/ });
    await drawer.getByRole('heading', { level: 2 }).waitFor();
    // Waits until the drawer has the focus, because it would otherwise take the focus from the next search.
    await drawer.locator(':focus').waitFor();
    await keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    await open('webhooks');
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await open('new task');
    await keyboard.press('Enter');
    await awaitFocus(page.getByRole('dialog', { name: 'New task' }).getByRole('textbox', { name: 'Title' }));
    await close();
  });

  it('says on a phone that nothing was found, and why a search failed', async () => {
    const { page, faults, close } = await openDashboard(browser(), { viewport: phone });
    await page.getByRole('button', { name: 'Search' }).click();
    const field = page.getByRole('combobox', { name: /^Search leads/ });
    await field.fill('nobody of this name');
    await page.getByText('Nothing found for “nobody of this name”.').waitFor();
    await assertStateAccessible(page);
    const error = { code: 'INTERNAL_ERROR', message: 'The search is out of order.' };
    await page.route('**/live/v1/leads?*', (route) => route.fulfill({ status: 422, json: { success: false, error } }));
    faults.expectError(/422/);
    await field.fill('somebody');
    await page.getByText('The search is out of order.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await field.waitFor({ state: 'hidden' });
    await close();
  });
});
