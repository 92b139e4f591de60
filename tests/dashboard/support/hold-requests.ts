import type { Page } from 'playwright-core';

/** Keeps the requests of a page for addresses of that pattern on their way, until what it returns is called. */
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
