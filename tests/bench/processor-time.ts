import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { listAllProcesses, selectTree } from '../support/process-tree.js';
import { listProcesses } from './system-processes.js';

/** Milliseconds of processor time by program name. Empty without /proc. */
export type ProcessorTimes = ReadonlyMap<string, number>;

const msPerTick = 10;
/**
 * The part `mongo` is a database server. Unless the server is MongoDB itself, the part also has a bridge, which runs in
 * Node.
 */
const toProgram = (part: string, command: string) => {
  if (part !== 'mongo') return part;
  return command === 'node' ? 'bridge' : 'engine';
};

/** Reads the processor time of a system's processes, and of the given additional processes, since their start. */
export async function readProcessorTimes(
  system: RunningSystem,
  further: Readonly<Record<string, readonly number[]>> = {},
): Promise<ProcessorTimes> {
  const times = new Map<string, number>();
  const add = (name: string, ticks: number) => times.set(name, (times.get(name) ?? 0) + ticks * msPerTick);
  for (const { part, command, ticks } of await listProcesses(system)) {
    add(toProgram(part, command), ticks);
  }
  const running = await listAllProcesses();
  for (const [name, ids] of Object.entries(further)) {
    for (const { ticks } of selectTree(running, ids)) add(name, ticks);
  }
  return times;
}

/** Returns the processor time that was used between two readings. */
export function subtractTimes(after: ProcessorTimes, before: ProcessorTimes): ProcessorTimes {
  return new Map([...after].map(([name, time]) => [name, time - (before.get(name) ?? 0)]));
}

/** Sums by name. */
export function addTimes(all: readonly ProcessorTimes[]): ProcessorTimes {
  const sums = new Map<string, number>();
  for (const times of all) for (const [name, time] of times) sums.set(name, (sums.get(name) ?? 0) + time);
  return sums;
}

/**
 * Formats the time per request as `1.90 ms: gateway 0.75, engine 0.60, …`, the most expensive program first. Omits
 * programs below 0.005 ms.
 */
export function formatTimesPerRequest(times: ProcessorTimes, requests: number): string {
  const shares = [...times].map(([name, time]) => ({ name, time: time / requests }));
  const total = shares.reduce((sum, { time }) => sum + time, 0);
  const listed = shares
    .filter(({ time }) => time >= 0.005)
    .toSorted((a, b) => b.time - a.time)
    .map(({ name, time }) => `${name} ${time.toFixed(2)}`);
  return `${total.toFixed(2)} ms: ${listed.join(', ')}`;
}

export function sumTimes(times: ProcessorTimes): number {
  return [...times.values()].reduce((sum, time) => sum + time, 0);
}

export function scaleTimes(times: ProcessorTimes, factor: number): ProcessorTimes {
  return new Map([...times].map(([name, time]) => [name, time * factor]));
}

const idleSeconds = 5;

/** Measures and prints the use in an idle second. The figures of requests don't include it. */
export async function measureIdleTimes(readTimes: () => Promise<ProcessorTimes>): Promise<ProcessorTimes> {
  const before = await readTimes();
  await sleep(idleSeconds * 1_000);
  const times = scaleTimes(subtractTimes(await readTimes(), before), 1 / idleSeconds);
  console.log(`idle, in a second: ${formatTimesPerRequest(times, 1)}`);
  return times;
}
