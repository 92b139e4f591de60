import { type Browser, chromium, type Page } from 'playwright-core';
import { obtainChromium } from './chromium.js';

/** Chromium is downloaded first where none is installed. */
const launchDeadlineMs = 15 * 60_000;
const lookDeadlineMs = 5_000;

/** Where the page is, what has the focus, and what is on it as assistive technology reads it: also secrets, of this run alone. */
async function describePage(page: Page): Promise<string> {
  const focused = await page.evaluate('document.activeElement?.outerHTML.slice(0, 200)');
  const seen = await page.locator('body').ariaSnapshot({ timeout: lookDeadlineMs });
  return `${page.url()}, with the focus on ${focused}:\n${seen}`;
}

/**
 * Registers hooks that start a Chromium before the tests of the suite and end it after them, and print its pages
 * when a test fails; returns its accessor.
 */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  before('start Chromium', async function () {
    this.timeout(launchDeadlineMs);
    browser = await chromium.launch({ executablePath: await obtainChromium(process.env) });
  });
  afterEach('print the pages of a test that failed', async function () {
    if (this.currentTest?.state !== 'failed') return;
    for (const page of (browser?.contexts() ?? []).flatMap((context) => context.pages())) {
      process.stdout.write(`${await describePage(page).catch(String)}\n`);
    }
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
