import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/browser/accessibility.js';

/** Waits until colours have changed: axe reads those of the moment. What turns without end is not waited for. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
      .map((one) => one.finished.catch(() => undefined)),
  ).then(() => undefined)`);
}

/** Looks at the page, with the dialog that is open on it, in both colour schemes. */
export async function inBothSchemes<T>(page: Page, look: (page: Page) => Promise<T>): Promise<T[]> {
  const seen: T[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await endTransitions(page);
    seen.push(await look(page));
  }
  return seen;
}

/** Holds the page, with the dialog that is open on it, against axe in both colour schemes. */
export async function assertAccessibleInBothSchemes(page: Page): Promise<void> {
  await inBothSchemes(page, assertAccessible);
}
