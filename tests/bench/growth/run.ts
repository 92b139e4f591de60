import { newWorkspace } from '../../support/workspace.js';
import { measureAll } from './measure.js';
import { readMemory } from './memory.js';
import { withOwnSystem } from './own-system.js';
import { populate } from './populate.js';
import { questionsFor } from './questions.js';
import { type Column, type Moment, printMemory, printTimes } from './report.js';
import { untilIdle } from './until-idle.js';

const standardSizes = [1_000, 10_000, 100_000];
const callsAlone = 8;
const calls = 30;
const minute = 60_000;
/** Loading stops here with what it has, so that there is time left to measure. */
const loadWithin = 18 * minute;
const measureWithin = 24 * minute;

/** The standard sizes, or those up to a size of one's own. */
function sizesUpTo(given: string | undefined): number[] {
  const largest = given === undefined ? 100_000 : Number(given);
  if (!Number.isInteger(largest) || largest < 2_000 || largest > 1_000_000)
    throw new Error('The size is a whole number of leads from 2000 to 1000000.');
  return [...standardSizes.filter((size) => size < largest), largest];
}

/** Prints how the answers of the API slow down as a workspace grows, and what the memory of each process does. */
export async function run(): Promise<void> {
  const sizes = sizesUpTo(process.argv[3]);
  await withOwnSystem(async (system, signal) => {
    const started = Date.now();
    const say = (text: string) =>
      console.log(`${String(Math.round((Date.now() - started) / 1_000)).padStart(6)} s  ${text}`);
    const limits = { signal, deadline: started + loadWithin };
    const memory: Moment[] = [];
    const columns: Column[] = [];
    let alone: Column | undefined;
    for (const size of sizes) {
      const workspace = await newWorkspace();
      const populated = await populate(system, workspace.id, size, limits);
      const { leads, units } = populated;
      say(`${leads} leads and ${units} units are loaded`);
      await untilIdle(system, signal);
      const asked = await questionsFor(workspace, populated);
      columns.push({ title: leads.toLocaleString('en'), asked, answers: new Map() });
      if (!alone) {
        // Warms every process, too: what the ratio and the memory are held against is no fresh start.
        const [answers] = await measureAll([asked], callsAlone, { signal, deadline: started + measureWithin });
        alone = { title: 'alone', asked, answers: answers ?? new Map() };
        await untilIdle(system, signal);
      }
      memory.push({ title: leads.toLocaleString('en'), parts: await readMemory(system) });
    }
    say('measuring');
    const limit = { signal, deadline: started + measureWithin };
    const measured = await measureAll(
      columns.map(({ asked }) => asked),
      calls,
      limit,
    );
    await untilIdle(system, signal);
    memory.push({ title: 'measured', parts: await readMemory(system) });
    say('measured\n');
    printTimes([
      ...(alone ? [alone] : []),
      ...columns.map((column, place) => ({ ...column, answers: measured[place] ?? column.answers })),
    ]);
    printMemory(memory);
  });
}
