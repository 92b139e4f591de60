import type { Browser } from 'playwright-core';
import type { OpenDashboard } from '../../dashboard/support/open-dashboard.js';
import { withoutChanges } from '../../support/browser/without-changes.js';
import { formatSpread, toSpread } from '../spread.js';
import { compareWithWanted } from '../wanted.js';

const rounds = 5;
const maxKilobytes = 250;
const maxSeconds = 1.5;

/** File that was loaded over the network (Resource Timing). */
interface LoadedFile {
  readonly name: string;
  readonly encodedBodySize: number;
  readonly decodedBodySize: number;
}

const listScripts = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .map(({ name, encodedBodySize, decodedBodySize }) => ({ name, encodedBodySize, decodedBodySize }))`;

const sum = (files: readonly LoadedFile[], field: 'encodedBodySize' | 'decodedBodySize') =>
  files.reduce((total, file) => total + file[field], 0) / 1_000;

function printScripts(files: readonly LoadedFile[]): void {
  const gzipped = sum(files, 'encodedBodySize');
  console.log(
    `script of the first page: ${gzipped.toFixed(0)} KB gzipped, ${compareWithWanted(gzipped, { atMost: maxKilobytes })}; ` +
      `${sum(files, 'decodedBodySize').toFixed(0)} KB unpacked in ${files.length} files, the largest:`,
  );
  for (const file of files.toSorted((a, b) => b.encodedBodySize - a.encodedBodySize).slice(0, 5)) {
    console.log(`  ${new URL(file.name).pathname.padEnd(50)} ${sum([file], 'encodedBodySize').toFixed(1)} KB`);
  }
}

/** Opens the board in a browser without a cache and resolves to the seconds until a card can be moved. */
async function openBoard(browser: Browser, { page }: OpenDashboard, onLoaded: (files: LoadedFile[]) => void) {
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ storageState, viewport: page.viewportSize(), reducedMotion: 'reduce' });
  try {
    await context.addInitScript(withoutChanges);
    const visited = await context.newPage();
    await visited.goto(page.url(), { waitUntil: 'commit' });
    await visited
      .getByRole('button', { name: /^Move / })
      .first()
      .waitFor();
    // Seconds since the start of the navigation.
    const seconds = (await visited.evaluate<number>('performance.now()')) / 1_000;
    await visited.waitForLoadState('networkidle');
    onLoaded(await visited.evaluate<LoadedFile[]>(listScripts));
    return seconds;
  } finally {
    await context.close();
  }
}

/** Prints what the board loads as the first page, and when it can be used. Ignores the first visit. */
export async function measureFirstPage(browser: Browser, dashboard: OpenDashboard): Promise<void> {
  await openBoard(browser, dashboard, printScripts);
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    seconds.push(await openBoard(browser, dashboard, () => undefined));
  }
  const verdict = compareWithWanted(toSpread(seconds).median, { atMost: maxSeconds });
  console.log(`from navigation to a usable board: ${formatSpread(seconds, 2)} s, ${verdict}`);
}
