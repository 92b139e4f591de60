import { type Browser, devices, type Page } from 'playwright-core';
import type { OpenDashboard } from '../../dashboard/support/open-dashboard.js';
import { withoutChanges } from '../../support/browser/without-changes.js';
import { formatSpread, toSpread } from '../spread.js';
import { compareWithWanted } from '../wanted.js';

const rounds = 5;
const maxLoadTaskMs = 150;

/** Device, with the conditions under which it opens the board. */
interface Visitor {
  readonly name: string;
  readonly isPhone: boolean;
  readonly maxSeconds: number;
}

const visitors: readonly Visitor[] = [
  { name: 'desktop', isPhone: false, maxSeconds: 1 },
  { name: 'phone at a quarter of the speed and 1.6 Mb/s', isPhone: true, maxSeconds: 2.5 },
];

/** A phone's processor, and a slow mobile network (as Lighthouse simulates it). */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const bytesPerSecond = 1_600_000 / 8;
  const conditions = { offline: false, latency: 150, downloadThroughput: bytesPerSecond };
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: bytesPerSecond / 2 });
}

/** Keeps the duration of the longest task of the page, in milliseconds (Long Tasks API). */
const observeTasks = `window.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });`;

interface Visit {
  /** From the start of the navigation to the first card. */
  readonly seconds: number;
  readonly maxTaskMs: number;
}

/** Opens the board in a browser without a cache. */
async function visitBoard(browser: Browser, { page }: OpenDashboard, isPhone: boolean): Promise<Visit> {
  const device = isPhone ? devices['Pixel 7'] : { viewport: page.viewportSize() };
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ ...device, storageState, reducedMotion: 'reduce' });
  try {
    await context.addInitScript(withoutChanges);
    await context.addInitScript(observeTasks);
    const visited = await context.newPage();
    if (isPhone) await slowDown(visited);
    await visited.goto(page.url(), { waitUntil: 'commit' });
    await visited.getByRole('article').first().waitFor();
    const seconds = (await visited.evaluate<number>('performance.now()')) / 1_000;
    await visited.waitForLoadState('networkidle');
    return { seconds, maxTaskMs: await visited.evaluate<number>('window.longestTask') };
  } finally {
    await context.close();
  }
}

/** Prints when the first card of the board is visible, and the longest task of the load. Ignores the first visit. */
export async function measureFirstCards(browser: Browser, dashboard: OpenDashboard): Promise<void> {
  for (const { name, isPhone, maxSeconds } of visitors) {
    await visitBoard(browser, dashboard, isPhone);
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visitBoard(browser, dashboard, isPhone));
    const seconds = visits.map((visit) => visit.seconds);
    const tasks = visits.map(({ maxTaskMs }) => maxTaskMs);
    const verdict = compareWithWanted(toSpread(seconds).median, { atMost: maxSeconds });
    const taskVerdict = compareWithWanted(toSpread(tasks).median, { atMost: maxLoadTaskMs });
    console.log(`first card on a ${name}: ${formatSpread(seconds, 2)} s, ${verdict}`);
    console.log(`  longest task of the load: ${formatSpread(tasks, 0)} ms, ${taskVerdict}`);
  }
}
