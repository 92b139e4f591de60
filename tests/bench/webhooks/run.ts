import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { startSilentHosts } from '../../webhook/support/silent-hosts.js';
import { toLoopback } from '../load/clients.js';
import { withOwnSystem } from '../own-system.js';
import { percentile } from '../percentile.js';
import { type EventSource, startEventSource } from './event-source.js';
import { type MeasuredWorkspace, measureLatency } from './latency.js';
import { startReceipts } from './receipts.js';
import { measureThroughput } from './throughput.js';

const rounds = 5;
const deadCount = 500;
/** Maximum number of webhooks of one workspace. */
const subscriptionCount = 500;
const idle = { count: 60, perSecond: 10 };

const median = (values: readonly number[]) => percentile(values, 0.5);

/** Number of rounds that measure latencies. The p50 and p95 are medians over the rounds. */
async function measureRounds(
  measured: MeasuredWorkspace,
  load: { readonly count: number; readonly perSecond: number },
) {
  const samples: number[][] = [];
  for (let round = 0; round < rounds; round += 1) samples.push(await measureLatency(measured, load));
  const at = (share: number) => median(samples.map((one) => percentile(one, share)));
  return { p50: at(0.5), p95: at(0.95) };
}

function print(name: string, { p50, p95 }: { readonly p50: number; readonly p95: number }): void {
  console.log(`${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (medians of ${rounds} rounds)`);
}

/** Gives ten workspaces endpoints that never answer, and events for all of them. */
async function addDead(source: EventSource, url: (place: number) => string): Promise<void> {
  const perWorkspace = deadCount / 10;
  const add = async (workspace: TestWorkspace, first: number) => {
    for (let number = 0; number < perWorkspace; number += 1) {
      await workspace.api.create('/v1/webhooks', { url: url(first + number), events: ['lead.created'] });
    }
  };
  const workspaces = await Promise.all(Array.from({ length: 10 }, () => newWorkspace()));
  await Promise.all(workspaces.map((workspace, place) => add(workspace, place * perWorkspace)));
  for (const { id } of workspaces) await source.publish(id, 4);
}

/** Returns the milliseconds from the publication of one event until all webhooks of a workspace have received it. */
async function measureFanOut(source: EventSource): Promise<number> {
  const workspace = await newWorkspace();
  const receipts = await startReceipts();
  for (let number = 0; number < subscriptionCount; number += 1) {
    await workspace.api.create('/v1/webhooks', { url: `${receipts.url}/${number}`, events: ['lead.created'] });
  }
  const startedAt = performance.now();
  await source.publish(workspace.id, 1);
  await receipts.waitFor(subscriptionCount);
  receipts.stop();
  return performance.now() - startedAt;
}

/** Workspace with one endpoint that answers immediately. All parts of the benchmark share it. */
interface Bench {
  readonly system: RunningSystem;
  readonly source: EventSource;
  readonly workspaceId: string;
  readonly measured: MeasuredWorkspace;
}

async function measureIdle({ measured }: Bench): Promise<void> {
  print('idle', await measureRounds(measured, idle));
}

async function measureLoad({ measured }: Bench): Promise<void> {
  print('100 events/s', await measureRounds(measured, { count: 300, perSecond: 100 }));
}

async function measureOneEndpoint({ system, source, workspaceId, measured: { receipts } }: Bench): Promise<void> {
  const throughputs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    throughputs.push(await measureThroughput(system, source, workspaceId, { receipts, count: 2_000 }));
  }
  console.log(`one endpoint: ${median(throughputs).toFixed(0)} deliveries/s (median of ${rounds} rounds)`);
}

async function measureManySubscriptions({ source }: Bench): Promise<void> {
  console.log(`${subscriptionCount} subscriptions: one event in ${(await measureFanOut(source)).toFixed(0)} ms`);
}

async function measureBesideDead({ measured, source }: Bench): Promise<void> {
  const before = await measureRounds(measured, idle);
  const dead = await startSilentHosts();
  await addDead(source, dead.url);
  const beside = await measureRounds(measured, idle);
  print(`beside ${deadCount} dead endpoints`, beside);
  console.log(`p95 ratio to without: ${(beside.p95 / before.p95).toFixed(2)}`);
  dead.stop();
}

const parts = new Map([
  ['idle', measureIdle],
  ['load', measureLoad],
  ['throughput', measureOneEndpoint],
  ['fan-out', measureManySubscriptions],
  ['dead', measureBesideDead],
]);

/** Returns the requested parts, or all by default. */
function chooseParts(names: readonly string[]) {
  const unknown = names.find((name) => !parts.has(name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}, but ${[...parts.keys()].join(', ')}.`);
  return [...parts].filter(([name]) => names.length === 0 || names.includes(name)).map(([, measure]) => measure);
}

/** Prints how soon and how fast events arrive at receivers, and how dead receivers affect a healthy one. */
export function run(): Promise<void> {
  const chosen = chooseParts(process.argv.slice(3));
  return withOwnSystem(100_000, async (system, signal) => {
    const workspace = await newWorkspace();
    const receipts = await startReceipts();
    const source = await startEventSource(system.amqpUrl);
    await workspace.api.create('/v1/webhooks', { url: receipts.url, events: ['lead.created'] });
    const measured = { api: toLoopback(system.urls.api), key: workspace.key, receipts };
    await measureLatency(measured, { count: 100, perSecond: 20 });
    for (const measure of chosen) {
      signal.throwIfAborted();
      await measure({ system, source, workspaceId: workspace.id, measured });
    }
    receipts.stop();
    await source.stop();
  });
}
