import { expect } from 'chai';
import type { Route } from 'playwright-core';
import { openDashboard } from '../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../support/browser/use-browser.js';

const tooMany = { success: false, error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests.' } };

describe("a page that can't load its session", () => {
  const browser = useBrowser();

  /** Opens a page whose session requests get this answer until `recover` is called. */
  async function openWithout(answer: (route: Route) => Promise<void>) {
    const opened = await openDashboard(browser());
    const { page } = opened;
    await page.route('**/auth/session', answer);
    await page.reload();
    const recover = () => page.unroute('**/auth/session');
    const shown = page.getByRole('heading', { level: 1, name: 'Board' });
    return { ...opened, recover, shown };
  }

  it('loads automatically once the rate limit resets', async () => {
    const headers = { 'retry-after': '1' };
    const { page, shown, recover, faults, close } = await openWithout((route) =>
      route.fulfill({ status: 429, headers, json: tooMany }),
    );
    faults.expectError(/429|Too many requests/);
    await page.getByText('Too many requests').waitFor();
    await recover();
    await shown.waitFor();
    await close();
  });

  it("says that the server can't be reached, and retries on request", async () => {
    const { page, shown, recover, faults, close } = await openWithout((route) => route.abort());
    faults.expectError(/ERR_FAILED|Failed to fetch/);
    await page.getByText("Can't reach the server").waitFor();
    expect(await page.getByText('Something went wrong on this page').count()).to.equal(0);
    await recover();
    await page.getByRole('button', { name: 'Try again' }).click();
    await shown.waitFor();
    await close();
  });
});
