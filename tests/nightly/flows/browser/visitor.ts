import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { assertAccessible } from '../../../support/browser/accessibility.js';
import { system } from '../../../support/system.js';

/** Person with a separate browser. axe checks every visited page. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens a path on the authorization server, or a full address. */
  visit(address: string): Promise<void>;
  /**
   * Presses a button or follows a link, and waits for the next page. With `goal`, waits for the page with that path,
   * because pages before it may redirect.
   */
  press(name: string, goal?: string): Promise<void>;
  /** Fills fields by their labels. */
  fill(values: Readonly<Record<string, string>>): Promise<void>;
  heading(): Promise<string>;
  /** Text of the page. */
  text(): Promise<string>;
}

async function readText(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? '';
}

export async function newVisitor(browser: Browser): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: system().urls.auth });
  const page = await context.newPage();
  const isOurs = () => page.url().startsWith(system().urls.auth);
  const check = async () => {
    await page.waitForLoadState();
    if (!isOurs()) return;
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await assertAccessible(page);
  };
  return {
    page,
    context,
    visit: async (address) => {
      await page.goto(address);
      await check();
    },
    press: async (name, goal) => {
      const target = page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }));
      const arrival = goal === undefined ? page.waitForEvent('load') : page.waitForURL((url) => url.pathname === goal);
      await Promise.all([arrival, target.click()]);
      await check();
    },
    fill: async (values) => {
      for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
    },
    heading: () => readText(page.getByRole('heading', { level: 1 })),
    text: () => readText(page.getByRole('main')),
  };
}
