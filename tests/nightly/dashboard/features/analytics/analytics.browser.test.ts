import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { assertAccessible } from '../../../../support/browser/accessibility.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Returns pairs of the chart's labels that overlap. */
async function findOverlaps(page: Page, title: string): Promise<string[]> {
  const labels = page.getByRole('region', { name: title }).locator('.recharts-cartesian-axis-tick-value');
  await labels.first().waitFor();
  const read = async (label: Locator) => ({ text: await label.textContent(), box: await label.boundingBox() });
  const all = await Promise.all((await labels.all()).map(read));
  return all.flatMap(({ text, box }, index) =>
    all
      .slice(index + 1)
      .filter(({ box: other }) => box && other && overlap(box, other))
      .map((other) => `${text} and ${other.text}`),
  );
}

describe('the analytics page', () => {
  const browser = useBrowser();

  it('keeps the period in the address, as the last days or as a range', async () => {
    const { page, visit, close } = await openDashboard(browser(), { path: 'analytics/funnel' });
    await page.getByText('No leads created in this period').waitFor();
    await page.getByLabel('Period').selectOption('Last 7 days');
    await page.waitForURL((url) => url.searchParams.get('period') === 'week');
    await page.getByLabel('Period').selectOption('Custom range');
    await page.getByRole('button', { name: 'Dates' }).click();
    const days = page.getByRole('dialog', { name: 'Start and end date' });
    await days.getByRole('button', { name: 'Previous month' }).click();
    await assertAccessible(page);
    await days.getByRole('button', { name: /^3 / }).click();
    await days.getByRole('button', { name: /^5 / }).click();
    await page.waitForURL((url) => /-03$/.test(url.searchParams.get('from') ?? ''));
    expect(new URL(page.url()).searchParams.get('to')).to.match(/-05$/);
    await visit('analytics?period=custom&from=2026-01-02&to=2026-01-31');
    await page.getByRole('paragraph').filter({ hasText: '2 Jan 2026 – 31 Jan 2026' }).waitFor();
    await close();
  });

  it("shows a chart's labels and numbers on a phone without overlap", async () => {
    const { page, close } = await openDashboard(browser(), { path: 'analytics', viewport: phone });
    expect(await findOverlaps(page, 'Units by status')).to.deep.equal([]);
    await close();
  });
});
