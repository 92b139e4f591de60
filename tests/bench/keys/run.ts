import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { newWorkspace } from '../../support/workspace.js';
import { shortRest, waitUntilIdle } from '../growth/wait-until-idle.js';
import { toLoopback } from '../load/clients.js';
import { askInTurns } from '../load/closed-load.js';
import { askWhenDue } from '../load/open-load.js';
import { withOwnSystem } from '../own-system.js';
import { percentile } from '../percentile.js';
import {
  formatTimesPerRequest,
  measureIdleTimes,
  type ProcessorTimes,
  readProcessorTimes,
  scaleTimes,
  subtractTimes,
} from '../processor-time.js';
import { storeKeys } from './store-keys.js';

const workspaceCount = 100;
const keysEach = 100;
const warmUpSeconds = 40;
const seconds = 12;

/** Sends requests with the keys in turn, either at a fixed rate or one after the other. */
interface KeyLoad {
  readonly name: string;
  readonly keys: number;
  readonly perSecond?: number;
}

const connections = 16;
const loads: readonly KeyLoad[] = [
  { name: 'each key every 33 seconds, 300 requests/s', keys: 10_000, perSecond: 300 },
  { name: 'each key every 2 seconds, 300 requests/s', keys: 600, perSecond: 300 },
  { name: 'each key twice a second, 300 requests/s', keys: 150, perSecond: 300 },
  { name: `as fast as answered on ${connections} connections`, keys: 10_000 },
  { name: 'one key, 300 requests/s', keys: 1, perSecond: 300 },
];

/** The gateway answers this request itself, so the cost is only the work that every request needs. */
const path = '/v1/rate-limit';

interface Asked {
  readonly requests: number;
  readonly text: string;
}

async function askPaced(url: string, perSecond: number, next: () => string, signal: AbortSignal): Promise<Asked> {
  const createRequest = () => ({
    kind: 'limit',
    method: 'GET' as const,
    path,
    headers: { authorization: `Bearer ${next()}` },
  });
  const load = { target: url, headers: {}, perSecond, seconds, signal, createRequest };
  const { milliseconds, failures } = await askWhenDue(load);
  if (failures.size > 0) throw new Error(`Failed: ${JSON.stringify([...failures])}`);
  const values = milliseconds.get('limit') ?? [];
  const at = (share: number) => percentile(values, share).toFixed(1);
  return { requests: values.length, text: `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms` };
}

async function askFast(url: string, next: () => string, forSeconds: number): Promise<Asked> {
  const createRequest = () => ({ method: 'GET' as const, path, headers: { authorization: `Bearer ${next()}` } });
  const load = { url, headers: {}, connections, seconds: forSeconds, createRequest };
  const { answered, seconds: taken } = await askInTurns(load);
  return { requests: answered, text: `${(answered / taken).toFixed(0)} requests/s` };
}

function takeInTurn(values: readonly string[]): () => string {
  let taken = 0;
  return () => {
    const value = values[taken % values.length] ?? '';
    taken += 1;
    return value;
  };
}

async function measure(
  system: RunningSystem,
  values: readonly string[],
  { name, keys, perSecond }: KeyLoad,
  idleTimes: ProcessorTimes,
  signal: AbortSignal,
): Promise<void> {
  const url = toLoopback(system.urls.api);
  const next = takeInTurn(values.slice(0, keys));
  const before = await readProcessorTimes(system);
  const startedAt = performance.now();
  const { requests, text } = perSecond
    ? await askPaced(url, perSecond, next, signal)
    : await askFast(url, next, seconds);
  await waitUntilIdle(system, signal, shortRest);
  const used = subtractTimes(await readProcessorTimes(system), before);
  const times = subtractTimes(used, scaleTimes(idleTimes, (performance.now() - startedAt) / 1_000));
  console.log(`${name}: ${text}; processor time ${formatTimesPerRequest(times, requests)}`);
}

/** Makes the gateway cache all keys. */
async function presentAll(system: RunningSystem, values: readonly string[]): Promise<void> {
  const next = takeInTurn(values);
  let presented = 0;
  const end = performance.now() + warmUpSeconds * 1_000;
  while (presented < values.length && performance.now() < end) {
    const { requests } = await askFast(toLoopback(system.urls.api), next, 3);
    presented += requests;
  }
  console.log(`${Math.min(presented, values.length)} keys presented once`);
}

/** Prints what requests with many keys cost in the gateway, auth and the stores. */
export function run(): Promise<void> {
  return withOwnSystem(100_000, async (system, signal) => {
    const workspaces = await Promise.all(Array.from({ length: workspaceCount }, () => newWorkspace()));
    const values = await storeKeys(
      workspaces.map(({ id }) => id),
      keysEach,
    );
    await presentAll(system, values);
    await waitUntilIdle(system, signal, shortRest);
    const idleTimes = await measureIdleTimes(() => readProcessorTimes(system));
    for (const load of loads) await measure(system, values, load, idleTimes, signal);
  });
}
