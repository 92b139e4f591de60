import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/browser/accessibility.js';

/** Waits for colour transitions, because axe reads the current colours. Ignores endless animations such as spinners. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
      .map((one) => one.finished.catch(() => undefined)),
  ).then(() => undefined)`);
}

/** Inspects the page and its open dialog in both colour schemes. */
async function inBothSchemes<T>(page: Page, inspect: (page: Page) => Promise<T>): Promise<T[]> {
  const seen: T[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await endTransitions(page);
    seen.push(await inspect(page));
  }
  return seen;
}

/** Checks the page and its open dialog with axe in both colour schemes. */
export async function assertAccessibleInBothSchemes(page: Page): Promise<void> {
  await inBothSchemes(page, assertAccessible);
}
