import { COMPONENT_NAMES, type ComponentName, type RunningSystem } from '@plotline/local/supervise/running-system';
import { newPerson, type TestPerson } from '../../support/person.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { toLoopback } from '../load/clients.js';
import { HealthyClient, type HealthySample } from '../load/healthy-client.js';
import { startLoad } from '../load/load-process.js';
import { withOwnSystem } from '../own-system.js';
import { percentile } from '../percentile.js';
import { listProcesses } from '../system-processes.js';
import type { SignIns } from './sender-process.js';

const defaultPerMinute = 1_000;
const secondsToWarmUp = 5;
const secondsWithout = 20;
const secondsDuring = 60;
/** An address may send 120 requests a minute. */
const perMinuteAndAddress = 50;
/** Number of workspaces. Each has 60 people who sign in. */
const workspaceCount = 6;
const rolesOfWorkspace = ['owner', 'admin', ...Array.from({ length: 6 }, () => 'agent'), 'viewer', 'viewer'];

async function createPeople(signal: AbortSignal): Promise<TestPerson[]> {
  const workspaces = await Promise.all(Array.from({ length: workspaceCount }, () => newWorkspace()));
  const people: TestPerson[] = [];
  const createFor = async (workspace: TestWorkspace) => {
    for (const role of rolesOfWorkspace) {
      signal.throwIfAborted();
      people.push(await newPerson(workspace, role));
    }
  };
  await Promise.all(workspaces.map(createFor));
  return people;
}

type Usage = ReadonlyMap<ComponentName, number>;

/** Seconds of processor time by part of the system, since its start. Empty without /proc. */
async function readProcessorSeconds(system: RunningSystem): Promise<Usage> {
  const seconds = new Map<ComponentName, number>();
  for (const { part, ticks } of await listProcesses(system)) {
    seconds.set(part, (seconds.get(part) ?? 0) + ticks / 100);
  }
  return seconds;
}

interface Period {
  readonly seen: HealthySample;
  readonly minutes: number;
  /** Processor seconds per minute for each part. */
  readonly usage: Usage;
}

async function observe(system: RunningSystem, healthy: HealthyClient, seconds: number): Promise<Period> {
  const startedAt = performance.now();
  const before = await readProcessorSeconds(system);
  const seen = await healthy.measure(seconds);
  const after = await readProcessorSeconds(system);
  const minutes = (performance.now() - startedAt) / 60_000;
  const used = [...after].map(([part, total]) => [part, (total - (before.get(part) ?? 0)) / minutes] as const);
  return { seen, minutes, usage: new Map(used) };
}

function print(name: string, { seen: { milliseconds, failures }, usage }: Period): void {
  const at = (share: number) => `${percentile(milliseconds, share).toFixed(1)} ms`;
  const failed = failures.length > 0 ? `, ${failures.length} failed (${[...new Set(failures)].join('; ')})` : '';
  const used = COMPONENT_NAMES.flatMap((part) => (usage.has(part) ? [`${part} ${usage.get(part)?.toFixed(1)}`] : []));
  console.log(`${name}: ${milliseconds.length} calls, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}${failed}`);
  console.log(`  processor seconds a minute: ${used.join(', ')}`);
}

function printRatios(during: HealthySample, without: readonly number[]): void {
  const ratio = (share: number) => percentile(during.milliseconds, share) / percentile(without, share);
  console.log(
    `ratio during to without: p50 ${ratio(0.5).toFixed(2)}, p95 ${ratio(0.95).toFixed(2)}, p99 ${ratio(0.99).toFixed(2)}`,
  );
}

async function measure(system: RunningSystem, healthy: HealthyClient, signIns: SignIns): Promise<void> {
  const before = await observe(system, healthy, secondsWithout);
  print('without', before);
  const load = await startLoad(new URL('./sender-process.ts', import.meta.url), signIns);
  try {
    const during = await observe(system, healthy, secondsDuring);
    const { 201: answered = 0, ...others } = await load.end();
    print('during', during);
    const refused = Object.entries(others).map(([what, count]) => `${count} × ${what}`);
    console.log(
      `  ${Math.round(answered / during.minutes)} sign-ins a minute, refused: ${refused.join(', ') || 'none'}`,
    );
    const after = await observe(system, healthy, secondsWithout);
    print('without again', after);
    printRatios(during.seen, [...before.seen.milliseconds, ...after.seen.milliseconds]);
  } finally {
    load.kill();
  }
}

/** Prints the cost of a workspace's calls while many people sign in, relative to the cost before and after. */
export async function run(): Promise<void> {
  const perMinute = Number(process.argv[3] ?? defaultPerMinute);
  // Uses the production limits. Neither the healthy workspace nor an address that signs in exceeds them.
  await withOwnSystem(1, async (system, signal) => {
    const owner = await newWorkspace();
    const created = await owner.api.post('/v1/leads', { name: 'Healthy', email: 'healthy@example.com' });
    const healthy = new HealthyClient(toLoopback(system.urls.api), owner.key, String(created.record.id));
    const signIns: SignIns = {
      url: toLoopback(system.urls.auth),
      perSecond: perMinute / 60,
      addresses: Math.ceil(perMinute / perMinuteAndAddress),
      people: (await createPeople(signal)).map(({ email, password }) => ({ email, password })),
    };
    await healthy.measure(secondsToWarmUp);
    signal.throwIfAborted();
    await measure(system, healthy, signIns);
    await healthy.close();
  });
}
