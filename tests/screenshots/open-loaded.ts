import type { Page } from 'playwright-core';

/** Opens a page and waits until no part of it is a placeholder. This takes long on a busy machine. */
export async function openLoaded(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction("document.querySelector('.mantine-Skeleton-root') === null");
}
