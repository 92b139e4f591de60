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

/** Holds the page against axe in both colour schemes; the person's is restored. */
export async function assertAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const scheme of ['Dark', 'Light']) {
    await endTransitions(page);
    await assertAccessible(page);
    await page.getByRole('button', { name: `${scheme} colours` }).click();
    await page.locator(`[data-mantine-color-scheme="${scheme.toLowerCase()}"]`).waitFor();
  }
}
