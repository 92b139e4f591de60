import { type Browser, chromium } from 'playwright-core';
import { obtainChromium } from './chromium.js';

/** Chromium is downloaded first where none is installed. */
const launchDeadlineMs = 15 * 60_000;

/** Registers hooks that start a Chromium before the tests of the suite and end it after them; returns its accessor. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  before('start Chromium', async function () {
    this.timeout(launchDeadlineMs);
    browser = await chromium.launch({ executablePath: await obtainChromium(process.env) });
  });
  after('end Chromium', async () => {
    await browser?.close();
    browser = undefined;
  });
  return () => {
    if (!browser) throw new Error('The browser is available in hooks and tests only.');
    return browser;
  };
}
