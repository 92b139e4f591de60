import type { Browser, Page } from 'playwright-core';
import { drag, getColumn } from '../../dashboard/support/drag.js';
import { eventually } from '../../support/eventually.js';
import { formatSpread } from '../spread.js';
import { compareWithWanted } from '../wanted.js';

const rounds = 5;
const loadedPages = 9;
const maxTaskMs = 100;
const taskName = 'ThreadControllerImpl::RunTask';
const way = ['Contacted', 'Qualified', 'Viewing', 'Negotiation', 'Won', 'Contacted'];

/** Event in a Chromium trace. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** Processor time of the thread during the event. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Loads further pages of the column of new leads by scrolling to its end. */
async function scrollNewLeads(page: Page): Promise<void> {
  let loaded = 0;
  page.on('response', (response) => {
    if (new URL(response.url()).searchParams.get('stage') === 'new') loaded += 1;
  });
  await getColumn(page, 'New').getByRole('article').nth(1).hover();
  await eventually(async () => {
    await page.mouse.wheel(0, 100_000);
    if (loaded < loadedPages) throw new Error(`${loaded} pages of the column are loaded.`);
  });
  // Wheel events take effect later, and only the visible cards exist.
  await eventually(async () => {
    await page.mouse.wheel(0, -1_000_000);
    const isAtTop = await page.evaluate<boolean>(
      "[...document.querySelectorAll('*')].every(({ scrollTop }) => scrollTop === 0)",
    );
    if (!isAtTop) throw new Error('The column of new leads is not at its top.');
  });
  await page.waitForLoadState('networkidle');
}

/** Returns the tasks of the threads that run scripts and draw pages. */
function listTasks(trace: Buffer): readonly TraceEvent[] {
  const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString('utf8'));
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const isTask = ({ name, pid, tid }: TraceEvent) => name === taskName && threads.has(`${pid} ${tid}`);
  const tasks = traceEvents.filter(isTask);
  if (tasks.length === 0) throw new Error('The trace has no tasks.');
  return tasks;
}

const findLongest = (tasks: readonly TraceEvent[], field: 'dur' | 'tdur') =>
  Math.max(...tasks.map((task) => task[field] ?? 0)) / 1_000;

/** Prints the longest task while a card is dragged across the columns, dropped and drawn. */
export async function measureDrags(browser: Browser, page: Page): Promise<void> {
  await scrollNewLeads(page);
  const elapsed: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const card = getColumn(page, 'New').getByRole('article').nth(1);
    const name = await card.getByRole('link').textContent();
    await browser.startTracing(page, { categories: ['toplevel'] });
    await drag(
      card,
      way.map((stage) => getColumn(page, stage)),
      10,
    );
    await page.getByText(`${name} is in Contacted now.`).waitFor();
    await page.waitForLoadState('networkidle');
    const tasks = listTasks(await browser.stopTracing());
    elapsed.push(findLongest(tasks, 'dur'));
    processor.push(findLongest(tasks, 'tdur'));
  }
  const verdict = compareWithWanted(Math.max(...elapsed), { atMost: maxTaskMs });
  console.log(`longest task of a drag: ${formatSpread(elapsed, 0)} ms, the longest of all ${verdict}`);
  console.log(`  processor time of the longest: ${formatSpread(processor, 0)} ms`);
}
