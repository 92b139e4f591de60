import type { Page } from 'playwright-core';

/** Delays the page's requests that match the pattern. Returns a function that releases them. */
export async function holdRequests(page: Page, pattern: string, method = 'GET'): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    if (route.request().method() === method) await released;
    await route.continue();
  });
  return release;
}
