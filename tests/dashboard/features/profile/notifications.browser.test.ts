import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { awaitFocus } from '../../support/keyboard.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';

describe('the notification settings', () => {
  const browser = useBrowser();

  it('are changed by keyboard, saved immediately, and still set when the page is reopened', async () => {
    const { page, visit, close } = await openDashboard(browser(), { path: 'pipeline', role: 'agent' });
    await page.getByRole('button', { name: /^Notifications/ }).press('Enter');
    await page.getByRole('link', { name: 'Notification settings' }).press('Enter');
    const tasks = page.getByRole('radiogroup', { name: 'A task of yours is due' });
    const chosen = tasks.getByRole('radio', { name: 'Email and bell' });
    await chosen.waitFor();
    expect(await chosen.isChecked()).to.equal(true);
    await chosen.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Notification settings saved').waitFor();
    await awaitFocus(tasks.getByRole('radio', { name: 'Bell only' }));
    await assertStateAccessible(page);
    await visit('profile');
    expect(await tasks.getByRole('radio', { name: 'Bell only' }).isChecked()).to.equal(true);
    const units = page.getByRole('radiogroup', { name: 'A unit of yours is sold' });
    expect(await units.getByRole('radio', { name: 'Bell only' }).isChecked()).to.equal(true);
    await close();
  });

  it('stay unchanged on a phone when saving fails, and the page explains why', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'profile', viewport: phone });
    faults.expectError(/500/);
    await page.route('**/v1/notifications/preferences', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 500,
            json: { success: false, error: { code: 'INTERNAL_ERROR', message: 'Out of order.' } },
          })
        : route.fallback(),
    );
    const tasks = page.getByRole('radiogroup', { name: 'A task of yours is due' });
    await tasks.getByRole('radio', { name: 'Off' }).check();
    await page.getByRole('region', { name: 'Notifications' }).getByText('Out of order.').waitFor();
    expect(await tasks.getByRole('radio', { name: 'Email and bell' }).isChecked()).to.equal(true);
    await close();
  });
});
