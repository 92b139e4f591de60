import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { compareSides } from '../compare-sides.js';
import { shortRest, waitUntilIdle } from '../growth/wait-until-idle.js';
import { askInTurns } from '../load/closed-load.js';
import { createLeads } from '../load/leads.js';
import { withOwnSystem } from '../own-system.js';
import { measureIdleTimes, readProcessorTimes } from '../processor-time.js';
import { createLoads, selectLoads } from './loads.js';
import { type ParseSide, startParseSide } from './parse-side.js';
import { createPlotlineSide } from './plotline-side.js';
import type { Side } from './side.js';

const recordCount = 10_000;

async function compareAll(
  system: RunningSystem,
  parse: ParseSide,
  words: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const plotline = await createPlotlineSide(system);
  const leads = createLeads(recordCount);
  const ids = new Map<Side, readonly string[]>();
  for (const side of [plotline, parse]) {
    const startedAt = performance.now();
    ids.set(side, await side.load(leads));
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.log(`${side.name} has ${recordCount} leads, loaded in ${seconds} s`);
  }
  const rest = () => waitUntilIdle(system, signal, shortRest);
  const readTimes = () => readProcessorTimes(system, parse.programs);
  await rest();
  const instruments = { readTimes, idleTimes: await measureIdleTimes(readTimes), waitUntilIdle: rest };
  const loads = createLoads((side) => ids.get(side) ?? []);
  for (const { name, connections, wanted, createRequest } of selectLoads(loads, words)) {
    const comparison = { name: `${name}, ${connections} connections`, sides: [plotline, parse], wanted } as const;
    const ask = (side: Side, seconds: number) =>
      askInTurns({
        url: side.url,
        headers: side.headers,
        connections,
        seconds,
        createRequest: () => createRequest(side),
      });
    await compareSides<Side>({ ...comparison, ask }, instruments);
  }
}

/** Compares Plotline with Parse Server, on the same engine and with the same records, after both have warmed up. */
export async function run(): Promise<void> {
  const words = process.argv.slice(3);
  // Rejects an unknown load before anything starts.
  selectLoads(
    createLoads(() => []),
    words,
  );
  await withOwnSystem(100_000, async (system, signal) => {
    const parse = await startParseSide(system.mongoUrl);
    try {
      await compareAll(system, parse, words, signal);
    } finally {
      parse.stop();
    }
  });
}
