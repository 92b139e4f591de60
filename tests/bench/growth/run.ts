import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { ApiClient } from '../../support/api-client.js';
import { newWorkspace } from '../../support/workspace.js';
import { withOwnSystem } from '../own-system.js';
import { measureAll } from './measure.js';
import { readMemory } from './memory.js';
import { type Populated, populate, populateFurther } from './populate.js';
import { createQuestions } from './questions.js';
import { type Column, type MemorySample, printMemory, printTimes } from './report.js';
import type { TimeBounds } from './time-bounds.js';
import { waitUntilIdle } from './wait-until-idle.js';

const standardSizes = [1_000, 100_000];
const callCountAlone = 8;
const callCount = 30;
const minuteMs = 60_000;
/**
 * Time after which loading stops, so that other work on the machine isn't delayed for long. If the data is kept,
 * another run continues.
 */
const loadTimeoutMs = (process.env.PLOTLINE_BENCH_DATA ? 6 : 40) * minuteMs;
const measureTimeoutMs = 8 * minuteMs;

/** Workspace and its content. */
interface Loaded {
  readonly id: string;
  readonly key: string;
  readonly populated: Populated;
}

/** Returns the standard sizes up to the given size, which is the largest. */
function parseSizes(given: string | undefined): number[] {
  const largest = given === undefined ? 1_000_000 : Number(given);
  if (!Number.isInteger(largest) || largest < 2_000 || largest > 1_000_000)
    throw new Error('The size is a whole number of leads from 2000 to 1000000.');
  return [...standardSizes.filter((size) => size < largest), largest];
}

const loadedFile = (system: RunningSystem) => join(system.dataDirectory, 'growth.json');

/** Reads the list of content that an earlier run loaded into the same data, if there was one. */
async function readLoaded(system: RunningSystem): Promise<Loaded[]> {
  const text = await readFile(loadedFile(system), 'utf8').catch(() => '[]');
  const loaded: Loaded[] = JSON.parse(text);
  return loaded;
}

async function load(
  system: RunningSystem,
  size: number,
  earlier: Loaded | undefined,
  limits: TimeBounds,
): Promise<Loaded> {
  if (!earlier) {
    const { id, key } = await newWorkspace();
    return { id, key, populated: await populate(system, id, size, limits) };
  }
  if (earlier.populated.leads >= size) return earlier;
  return { ...earlier, populated: await populateFurther(system, earlier.id, size, earlier.populated, limits) };
}

/** Prints how much the API slows down as a workspace grows, and how the memory of each process changes. */
export async function run(): Promise<void> {
  const sizes = parseSizes(process.argv[3]);
  await withOwnSystem(100_000, async (system, signal) => {
    const startedAt = Date.now();
    const log = (text: string) =>
      console.log(`${String(Math.round((Date.now() - startedAt) / 1_000)).padStart(6)} s  ${text}`);
    const memory: MemorySample[] = [];
    const columns: Column[] = [];
    let alone: Column | undefined;
    const earlier = await readLoaded(system);
    const all: Loaded[] = [];
    for (const [place, size] of sizes.entries()) {
      const loaded = await load(system, size, earlier[place], { signal, deadline: startedAt + loadTimeoutMs });
      all.push(loaded);
      await writeFile(loadedFile(system), JSON.stringify(all));
      const { leads, units } = loaded.populated;
      log(`${leads} leads and ${units} units are loaded`);
      if (process.env.PLOTLINE_BENCH_DATA && leads < size) {
        log('the next run goes on');
        return;
      }
      await waitUntilIdle(system, signal);
      const asked = await createQuestions(new ApiClient(system.urls.api, loaded.key), loaded);
      columns.push({ title: leads.toLocaleString('en'), asked, answers: new Map() });
      if (!alone) {
        // Warms up every process. Ratio and memory can't be compared with a process that has just started.
        const [answers] = await measureAll([asked], callCountAlone, { signal, deadline: Date.now() + minuteMs });
        alone = { title: 'alone', asked, answers: answers ?? new Map() };
        await waitUntilIdle(system, signal);
      }
      memory.push({ title: leads.toLocaleString('en'), programs: await readMemory(system) });
    }
    log('measuring');
    const measured = await measureAll(
      columns.map(({ asked }) => asked),
      callCount,
      { signal, deadline: Date.now() + measureTimeoutMs },
    );
    await waitUntilIdle(system, signal);
    memory.push({ title: 'measured', programs: await readMemory(system) });
    log('measured\n');
    printTimes([
      ...(alone ? [alone] : []),
      ...columns.map((column, place) => ({ ...column, answers: measured[place] ?? column.answers })),
    ]);
    printMemory(memory);
  });
}
