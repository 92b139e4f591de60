import { type Browser, chromium, type Page } from 'playwright-core';
import { obtainChromium } from './chromium.js';

/** Chromium is downloaded first where none is installed. */
const launchDeadlineMs = 15 * 60_000;
const lookDeadlineMs = 5_000;

let launching: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await obtainChromium(process.env) });
  // A Chromium that has crashed fails one test: the next file starts another.
  browser.on('disconnected', () => {
    launching = undefined;
  });
  return browser;
}

// A hook of the root suite, which runs after the last file: all files share one Chromium.
after('end Chromium', async () => {
  const browser = await launching?.catch(() => undefined);
  await browser?.close();
});

/** Where the page is, what has the focus, and what is on it as assistive technology reads it: also secrets, of this run alone. */
async function describePage(page: Page): Promise<string> {
  const focused = await page.evaluate('document.activeElement?.outerHTML.slice(0, 200)');
  const seen = await page.locator('body').ariaSnapshot({ timeout: lookDeadlineMs });
  return `${page.url()}, with the focus on ${focused}:\n${seen}`;
}

/**
 * Registers hooks that start the Chromium of this run before the tests of the suite, print its pages when a test fails, and close
 * what the suite leaves open; returns its accessor.
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
    // No later test is to print them, or to wait for what they ask.
    await closeContexts();
  });
  after('close what is open', async () => {
    await closeContexts();
    browser = undefined;
  });
  return () => {
    if (!browser) throw new Error('The browser is available in hooks and tests only.');
    return browser;
  };
}
