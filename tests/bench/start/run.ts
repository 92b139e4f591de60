import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDemoKey } from '@plotline/local/demo/ensure-demo-data';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { createMix } from '../hold/mix.js';
import { toLoopback } from '../load/clients.js';
import { askInTurns } from '../load/closed-load.js';
import { createLeads } from '../load/leads.js';
import { formatSpread, toSpread } from '../spread.js';
import { compareWithWanted } from '../wanted.js';
import { type Launched, startLauncher } from './launcher.js';
import { type NodeProcess, readNodeMemory } from './node-memory.js';

const warmStarts = 5;
const idleSeconds = 20;
const loadSeconds = 20;
const maxResidentMb = 600;
const maxWarmSeconds = 10;

function printMemory(title: string, processes: readonly NodeProcess[], wanted: string): void {
  const sum = (field: 'resident' | 'proportional') => processes.reduce((total, one) => total + one[field], 0);
  const each = processes.map(({ name, resident }) => `${name} ${resident.toFixed(0)}`).join(', ');
  console.log(
    `memory ${title}: ${sum('resident').toFixed(0)} MB resident${wanted}, ${sum('proportional').toFixed(0)} MB with what is shared counted once: ${each}`,
  );
}

async function measureMemory({ processId }: Launched, dataDirectory: string): Promise<void> {
  await sleep(idleSeconds * 1_000);
  const idle = await readNodeMemory(processId);
  const resident = idle.reduce((total, one) => total + one.resident, 0);
  printMemory('idle', idle, `, ${compareWithWanted(Math.round(resident), { atMost: maxResidentMb })}`);
  const demo = await readDemoKey(join(dataDirectory, 'demo.json'));
  if (!demo) throw new Error('The demo data has no key.');
  const url = toLoopback(demo.baseUrl);
  const headers = { authorization: `Bearer ${demo.apiKey}` };
  const page = await fetch(`${url}/v1/leads?per_page=100`, { headers });
  const ids = [...(await page.text()).matchAll(/"id":"(lead_[0-9a-z]+)"/g)].map(([, id = '']) => id);
  // The demo workspace has its own currency.
  const bodies = createLeads(100).map(({ budget: _, ...lead }) => lead);
  const mix = createMix(ids, bodies);
  await askInTurns({ url, headers, connections: 16, seconds: loadSeconds, createRequest: () => mix.next() });
  await sleep(idleSeconds * 1_000);
  printMemory('after load', await readNodeMemory(processId), '');
}

/** Prints how long a start takes, and how much memory each process uses afterwards. */
export async function run(): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'plotline-bench-'));
  const ports = await findFreePorts();
  let launched: Launched | undefined;
  try {
    launched = await startLauncher(dataDirectory, ports);
    console.log(`first start, on empty data: ${launched.seconds.toFixed(1)} s`);
    const warm: Launched[] = [];
    for (let start = 0; start < warmStarts; start += 1) {
      await launched.stop();
      launched = await startLauncher(dataDirectory, ports);
      warm.push(launched);
    }
    const seconds = warm.map((one) => one.seconds);
    const verdict = compareWithWanted(toSpread(seconds).median, { atMost: maxWarmSeconds });
    console.log(`warm start: ${formatSpread(seconds, 1)} s, ${verdict}; each program from its start until it serves:`);
    for (const name of launched.steps.keys()) {
      if (name.startsWith('Plotline is ready')) continue;
      const ofStep = warm.flatMap(({ steps }) => steps.get(name) ?? []);
      console.log(`  ${name.padEnd(18)} ${formatSpread(ofStep, 1)} s`);
    }
    await measureMemory(launched, dataDirectory);
  } finally {
    await launched?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
