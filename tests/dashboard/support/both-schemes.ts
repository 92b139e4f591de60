import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/browser/accessibility.js';

/** Holds the page against axe in both colour schemes; the person's is restored. */
export async function assertAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const scheme of ['Dark', 'Light']) {
    await assertAccessible(page);
    await page.getByRole('button', { name: `${scheme} colours` }).click();
    await page.locator(`[data-mantine-color-scheme="${scheme.toLowerCase()}"]`).waitFor();
  }
}
