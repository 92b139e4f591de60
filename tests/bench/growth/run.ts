import { newWorkspace } from '../../support/workspace.js';
import { withOwnSystem } from '../own-system.js';
import { measureAll } from './measure.js';
import { readMemory } from './memory.js';
import { populate } from './populate.js';
import { createQuestions } from './questions.js';
import { type Column, type MemorySample, printMemory, printTimes } from './report.js';
import { waitUntilIdle } from './wait-until-idle.js';

const standardSizes = [1_000, 10_000, 100_000];
const callCountAlone = 8;
const callCount = 30;
const minuteMs = 60_000;
/** Loading stops here with what it has, so that there is time left to measure. */
const loadTimeoutMs = 18 * minuteMs;
const measureTimeoutMs = 24 * minuteMs;

/** The standard sizes up to the given one, which is the largest. */
function parseSizes(given: string | undefined): number[] {
  const largest = given === undefined ? 100_000 : Number(given);
  if (!Number.isInteger(largest) || largest < 2_000 || largest > 1_000_000)
    throw new Error('The size is a whole number of leads from 2000 to 1000000.');
  return [...standardSizes.filter((size) => size < largest), largest];
}

/** Prints how the answers of the API slow down as a workspace grows, and what the memory of each process does. */
export async function run(): Promise<void> {
  const sizes = parseSizes(process.argv[3]);
  await withOwnSystem(100_000, async (system, signal) => {
    const startedAt = Date.now();
    const log = (text: string) =>
      console.log(`${String(Math.round((Date.now() - startedAt) / 1_000)).padStart(6)} s  ${text}`);
    const limits = { signal, deadline: startedAt + loadTimeoutMs };
    const memory: MemorySample[] = [];
    const columns: Column[] = [];
    let alone: Column | undefined;
    for (const size of sizes) {
      const workspace = await newWorkspace();
      const populated = await populate(system, workspace.id, size, limits);
      const { leads, units } = populated;
      log(`${leads} leads and ${units} units are loaded`);
      await waitUntilIdle(system, signal);
      const asked = await createQuestions(workspace, populated);
      columns.push({ title: leads.toLocaleString('en'), asked, answers: new Map() });
      if (!alone) {
        // This warms up every process: ratio and memory are not compared with a fresh start.
        const [answers] = await measureAll([asked], callCountAlone, { signal, deadline: startedAt + measureTimeoutMs });
        alone = { title: 'alone', asked, answers: answers ?? new Map() };
        await waitUntilIdle(system, signal);
      }
      memory.push({ title: leads.toLocaleString('en'), programs: await readMemory(system) });
    }
    log('measuring');
    const limit = { signal, deadline: startedAt + measureTimeoutMs };
    const measured = await measureAll(
      columns.map(({ asked }) => asked),
      callCount,
      limit,
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
