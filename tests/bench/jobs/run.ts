import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceClient } from '@plotline/local/demo/api-client';
import { seedTeam } from '@plotline/local/demo/people';
import { seedPortfolio } from '@plotline/local/demo/portfolio';
import { Random } from '@plotline/local/demo/random';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { readMemory } from '../growth/memory.js';
import { toLoopback } from '../load/clients.js';
import { HealthyClient, type HealthySample } from '../load/healthy-client.js';
import { withOwnSystem } from '../own-system.js';
import { percentile } from '../percentile.js';
import { formatTimesPerRequest, readProcessorTimes, subtractTimes } from '../processor-time.js';
import { createLeadFile } from './lead-file.js';

const defaultLeads = 100_000;
const secondsToWarmUp = 5;
const secondsWithout = 20;
const pollMs = 500;
const maxMinutes = 20;

interface Imported {
  readonly created: number;
  readonly seconds: number;
  /** Maximum resident memory of the transfer service, in MB. */
  readonly megabytes: number;
}

/** Resident memory of the transfer service in MB. */
async function readTransferMemory(system: RunningSystem): Promise<number> {
  const ofTransfer = (await readMemory(system)).filter(({ name }) => name.startsWith('transfer '));
  return ofTransfer.reduce((sum, { megabytes }) => sum + megabytes, 0);
}

async function startImport(system: RunningSystem, { key }: TestWorkspace, file: string): Promise<string> {
  const response = await fetch(`${toLoopback(system.urls.api)}/v1/leads/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv; charset=utf-8' },
    body: file,
  });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`The import was answered ${response.status}: ${text}`);
  const { data }: { readonly data: { readonly id: string } } = JSON.parse(text);
  return data.id;
}

/** Imports the file and waits for the end of the import. Measures the time from the first byte of the upload. */
async function importFile(
  system: RunningSystem,
  workspace: TestWorkspace,
  file: string,
  signal: AbortSignal,
): Promise<Imported> {
  const startedAt = performance.now();
  const id = await startImport(system, workspace, file);
  let megabytes = 0;
  for (;;) {
    signal.throwIfAborted();
    const seconds = (performance.now() - startedAt) / 1_000;
    const { record } = await workspace.api.get(`/v1/imports/${id}`);
    megabytes = Math.max(megabytes, await readTransferMemory(system));
    if (record.status === 'completed')
      return { created: Number(Reflect.get(Object(record.rows), 'created')), seconds, megabytes };
    const isOpen = record.status === 'queued' || record.status === 'running';
    if (!isOpen) throw new Error(`The import ended: ${JSON.stringify(record)}`);
    if (seconds > maxMinutes * 60) throw new Error(`The import has not ended: ${JSON.stringify(record)}`);
    await sleep(pollMs);
  }
}

/** Sends requests while the work runs. */
async function measureDuring(healthy: HealthyClient, work: Promise<Imported>): Promise<HealthySample> {
  const progress = { hasEnded: false };
  const end = () => {
    progress.hasEnded = true;
  };
  work.then(end, end);
  const samples: HealthySample[] = [];
  while (!progress.hasEnded) samples.push(await healthy.measure(1));
  return {
    milliseconds: samples.flatMap(({ milliseconds }) => milliseconds),
    failures: samples.flatMap(({ failures }) => failures),
  };
}

function print(name: string, { milliseconds, failures }: HealthySample): void {
  const at = (share: number) => `${percentile(milliseconds, share).toFixed(1)} ms`;
  const failed = failures.length > 0 ? `, ${failures.length} failed (${[...new Set(failures)].join('; ')})` : '';
  console.log(`API ${name}: ${milliseconds.length} calls, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}${failed}`);
}

async function measure(system: RunningSystem, count: number, signal: AbortSignal): Promise<void> {
  const workspace = await newWorkspace();
  const random = new Random(count);
  const client = new ServiceClient(system, workspace.id, 'live');
  const members = await seedTeam(client, 20, 'jobs.example', random);
  const agents = members.map(({ id }) => id);
  const { propertyIds: properties } = await seedPortfolio(client, { properties: 40, units: 40 }, agents, random);
  const file = createLeadFile(count, { agents, properties });
  const other = await newWorkspace();
  const { record } = await other.api.post('/v1/leads', { name: 'Healthy', email: 'healthy@example.com' });
  const healthy = new HealthyClient(toLoopback(system.urls.api), other.key, String(record.id));
  await healthy.measure(secondsToWarmUp);
  const before = await healthy.measure(secondsWithout);
  print('without', before);
  const idle = await readTransferMemory(system);
  const timesBefore = await readProcessorTimes(system);
  const work = importFile(system, workspace, file, signal);
  const during = await measureDuring(healthy, work);
  const { created, seconds, megabytes } = await work;
  const times = subtractTimes(await readProcessorTimes(system), timesBefore);
  print('during the import', during);
  const rate = Math.round(created / seconds);
  console.log(`import: ${created} leads of ${count} in ${seconds.toFixed(1)} s, ${rate} rows/s with the upload`);
  console.log(`processor time of a lead, ${formatTimesPerRequest(times, created)}`);
  console.log(`memory of transfer: ${idle} MB idle, ${megabytes} MB at most, ${megabytes - idle} MB above`);
  const ratio = (share: number) => percentile(during.milliseconds, share) / percentile(before.milliseconds, share);
  console.log(
    `ratio of the API during to without: p50 ${ratio(0.5).toFixed(2)}, p95 ${ratio(0.95).toFixed(2)}, p99 ${ratio(0.99).toFixed(2)}`,
  );
  await healthy.close();
}

/**
 * Prints how long an import of many leads takes through the whole system, and how it affects another workspace's calls.
 */
export async function run(): Promise<void> {
  const count = Number(process.argv[3] ?? defaultLeads);
  await withOwnSystem(1_000, (system, signal) => measure(system, count, signal));
}
