import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceClient } from '@plotline/local/demo/api-client';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { type ProgramMemory, readMemory } from '../growth/memory.js';
import { shortRest, waitUntilIdle } from '../growth/wait-until-idle.js';
import { toLoopback } from '../load/clients.js';
import { askInTurns } from '../load/closed-load.js';
import { createLeads, storeLeads } from '../load/leads.js';
import { askWhenDue, type OpenLoadOutcome } from '../load/open-load.js';
import { withOwnSystem } from '../own-system.js';
import { percentile } from '../percentile.js';
import { compareWithWanted } from '../wanted.js';
import { type Receipts, startReceipts } from '../webhooks/receipts.js';
import { findTrends } from './memory-samples.js';
import { createMix, type Mix } from './mix.js';

const recordCount = 10_000;
const share = 0.7;
const saturatingConnections = 32;
const warmUpSeconds = 5;
const saturationSeconds = 15;
const samplesOfMemory = 60;

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests per second that the system answers when clients send as fast as they can. */
async function findSaturation(target: Target, mix: Mix): Promise<number> {
  const load = { ...target, connections: saturatingConnections, createRequest: () => mix.next() };
  await askInTurns({ ...load, seconds: warmUpSeconds });
  const { answered, seconds } = await askInTurns({ ...load, seconds: saturationSeconds });
  return answered / seconds;
}

/** Samples the memory at regular intervals until the work is done. */
async function sampleMemory(system: RunningSystem, everyMs: number, work: Promise<unknown>) {
  const samples: (readonly ProgramMemory[])[] = [];
  const progress = { hasEnded: false };
  const end = () => {
    progress.hasEnded = true;
  };
  work.then(end, end);
  while (!progress.hasEnded) {
    samples.push(await readMemory(system));
    await Promise.race([work.catch(() => undefined), sleep(everyMs)]);
  }
  return samples;
}

async function countLeads({ api }: TestWorkspace): Promise<number> {
  const { body } = await api.get('/v1/leads?per_page=1');
  return Number(/"total":(\d+)/.exec(JSON.stringify(body))?.[1]);
}

function printLatencies({ milliseconds, failures }: OpenLoadOutcome): void {
  for (const [kind, values] of [...milliseconds, ['all', [...milliseconds.values()].flat()] as const]) {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((at) => percentile(values, at));
    const ratio = (p99 ?? Number.NaN) / (p50 ?? Number.NaN);
    console.log(
      `${kind}: ${values.length} answers, p50 ${p50?.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms, p99 ${p99?.toFixed(1)} ms, ` +
        `p99 over p50 ${ratio.toFixed(1)}, ${compareWithWanted(ratio, { atMost: 5 })}`,
    );
  }
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const what = [...failures].map(([name, count]) => `${count} ${name}`).join('; ');
  console.log(`failed: ${failed}${what && ` (${what})`}, ${compareWithWanted(failed, { atMost: 0 })}`);
}

async function hold(system: RunningSystem, seconds: number, receipts: Receipts, signal: AbortSignal): Promise<void> {
  const workspace = await newWorkspace();
  const leads = createLeads(recordCount);
  const ids = await storeLeads(new ServiceClient(system, workspace.id, 'live'), leads);
  await waitUntilIdle(system, signal, shortRest);
  await workspace.api.create('/v1/webhooks', { url: receipts.url, events: ['lead.created'] });
  const target = { url: toLoopback(system.urls.api), headers: { authorization: `Bearer ${workspace.key}` } };
  const mix = createMix(ids, leads.slice(0, 100));
  const saturation = await findSaturation(target, mix);
  const perSecond = saturation * share;
  console.log(
    `saturation: ${saturation.toFixed(0)} requests/s on ${saturatingConnections} connections; held: ${perSecond.toFixed(0)}/s for ${seconds} s`,
  );
  await waitUntilIdle(system, signal, shortRest);
  const { url, headers } = target;
  const holding = askWhenDue({ target: url, headers, perSecond, seconds, signal, createRequest: () => mix.next() });
  const samples = await sampleMemory(system, Math.max(1_000, (seconds * 1_000) / samplesOfMemory), holding);
  printLatencies(await holding);
  const endedAt = performance.now();
  await waitUntilIdle(system, signal, shortRest);
  console.log(`idle ${((performance.now() - endedAt) / 1_000).toFixed(1)} s after the last answer`);
  const stored = (await countLeads(workspace)) - recordCount;
  const lost = stored - receipts.times.size;
  console.log(
    `webhooks: ${receipts.times.size} of ${stored} new leads delivered, ${compareWithWanted(Math.abs(lost), { atMost: 0 })}`,
  );
  for (const { name, early, late, isFlat } of findTrends(samples)) {
    console.log(`memory of ${name}: ${early} MB, then ${late} MB${isFlat ? '' : '  GROWN'}`);
  }
}

/** Checks whether a load that the system can handle has harmful long-term effects. */
export async function run(): Promise<void> {
  const seconds = Number(process.argv[3] ?? 600);
  if (!Number.isInteger(seconds) || seconds < 10 || seconds > 3_600)
    throw new Error('The time is a whole number of seconds from 10 to 3600.');
  const receipts = await startReceipts();
  try {
    await withOwnSystem(100_000, (system, signal) => hold(system, seconds, receipts, signal));
  } finally {
    receipts.stop();
  }
}
