import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import autocannon from 'autocannon';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { withOwnSystem } from '../own-system.js';
import { percentile } from '../percentile.js';
import { listProcesses } from '../system-processes.js';
import { profile } from './profile.js';

const seconds = 6;
const rounds = Number(process.argv[3] ?? 5);
/** Time that recording the events takes. */
const restMs = 3_000;
const connections = [16, 64];
const msPerTick = 10;

let created = 0;
const series = Date.now().toString(36);

/** Body without references, because references would cause calls to other services. */
function createBody() {
  created += 1;
  const digits = String(created).padStart(7, '0');
  return {
    name: `Noor Haddad ${digits}`,
    email: `noor.${series}.${digits}@buyers.example`,
    phone: `+44 7700 ${digits}`,
    source: 'website',
    budget: { min: 250_000, max: 400_000, currency: 'USD' },
    timeline: '6_months',
    tags: ['investor', 'relocating'],
  };
}

/** Processor time in milliseconds by part. The bridge is counted separately from PostgreSQL. */
async function readTimes(system: RunningSystem): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const { part, command, ticks } of await listProcesses(system)) {
    const name = part === 'mongo' && command === 'node' ? 'bridge' : part;
    times.set(name, (times.get(name) ?? 0) + ticks * msPerTick);
  }
  return times;
}

interface Round {
  readonly perSecond: number;
  /** Milliseconds of processor time per lead, by part. */
  readonly costs: ReadonlyMap<string, number>;
}

async function measureRound(system: RunningSystem, { key }: TestWorkspace, count: number): Promise<Round> {
  const before = await readTimes(system);
  const result = await autocannon({
    url: system.urls.api.replace('//localhost:', '//127.0.0.1:'),
    connections: count,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/v1/leads',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: JSON.stringify(createBody()) }),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed.`);
  await sleep(restMs);
  const after = await readTimes(system);
  const leads = result['2xx'];
  const costs = [...after].map(([part, time]) => [part, (time - (before.get(part) ?? 0)) / leads] as const);
  return { perSecond: leads / result.duration, costs: new Map(costs) };
}

function print(count: number, measured: readonly Round[]): void {
  const median = (values: readonly number[]) => percentile(values, 0.5);
  const rates = measured.map(({ perSecond }) => perSecond);
  const spread = `${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)}`;
  console.log(`${count} connections: ${median(rates).toFixed(0)} leads/s (${spread} in ${rates.length} rounds)`);
  const parts = [...(measured[0]?.costs.keys() ?? [])];
  const costs = parts.map((part) => [part, median(measured.map((round) => round.costs.get(part) ?? 0))] as const);
  for (const [part, cost] of costs) if (cost >= 0.01) console.log(`  ${part.padEnd(10)} ${cost.toFixed(2)} ms`);
  console.log(`  ${'all'.padEnd(10)} ${costs.reduce((sum, [, cost]) => sum + cost, 0).toFixed(2)} ms`);
}

/** Writes profiles of the busiest Node processes, one after the other, while leads are created. */
async function takeProfiles(system: RunningSystem, workspace: TestWorkspace): Promise<void> {
  const bridge = (await listProcesses(system)).find(({ part, command }) => part === 'mongo' && command === 'node');
  const targets = { bridge: bridge?.id, pipeline: system.processIds('pipeline')[0] };
  for (const [name, id] of Object.entries(targets)) {
    const file = `${name}.cpuprofile`;
    if (id) await profile(id, file, async () => void (await measureRound(system, workspace, 16)));
    console.log(`wrote ${file}`);
  }
}

async function measureAll(system: RunningSystem): Promise<void> {
  const workspace = await newWorkspace();
  await measureRound(system, workspace, 16);
  for (const count of connections) {
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(system, workspace, count));
    print(count, measured);
  }
  if (process.argv.includes('profile')) await takeProfiles(system, workspace);
}

/** Prints how many leads per second a whole system creates, and the processor time per lead. */
export function run(): Promise<void> {
  return withOwnSystem(100_000, measureAll);
}
