import { type Browser, chromium, type Page } from 'playwright-core';
import { obtainChromium } from './chromium.js';

/** Includes the time to download Chromium if it isn't installed. */
const launchDeadlineMs = 15 * 60_000;
const lookDeadlineMs = 5_000;

let launching: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await obtainChromium(process.env) });
  // If Chromium crashes, one test fails, and the next file starts another Chromium.
  browser.on('disconnected', () => {
    launching = undefined;
  });
  return browser;
}

// This hook of the root suite runs after the last file, because all files share one Chromium.
after('end Chromium', async () => {
  const browser = await launching?.catch(() => undefined);
  await browser?.close();
});

/**
 * Returns the page's address, its focus, and its content as assistive technology reads it. The result may contain
 * secrets of this run.
 */
async function describePage(page: Page): Promise<string> {
  const focused = await page.evaluate('document.activeElement?.outerHTML.slice(0, 200)');
  const seen = await page.locator('body').ariaSnapshot({ timeout: lookDeadlineMs });
  return `${page.url()}, with the focus on ${focused}:\n${seen}`;
}

/**
 * Registers hooks that start Chromium before the suite's tests, print its pages if a test fails, and close everything
 * that the suite leaves open. Returns a function that returns the browser.
 */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  const closeContexts = async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  };
  before('start Chromium', async function () {
    this.timeout(launchDeadlineMs);
    launching ??= launch();
    browser = await launching;
  });
  afterEach('print the pages of a test that failed', async function () {
    if (this.currentTest?.state !== 'failed') return;
    for (const page of (browser?.contexts() ?? []).flatMap((context) => context.pages())) {
      process.stdout.write(`${await describePage(page).catch(String)}\n`);
    }
    // Closes the pages, so that later tests don't print them or wait for their requests.
    await closeContexts();
  });
  after('close open pages', async () => {
    await closeContexts();
    browser = undefined;
  });
  return () => {
    if (!browser) throw new Error('The browser is available in hooks and tests only.');
    return browser;
  };
}
