import { setTimeout as sleep } from 'node:timers/promises';
import { watchForStop } from '@plotline/local/cli/watch-for-stop';
import { ServiceClient } from '@plotline/local/demo/api-client';
import { SERVICE_NAMES } from '@plotline/local/supervise/running-system';
import { BalancedPool } from 'undici';
import {
  type ReplicatedSystem,
  startReplicatedSystem,
} from '../../nightly/faults/campaign/system/replicated-system.js';
import { setSystem } from '../../support/system.js';
import { newWorkspace } from '../../support/workspace.js';
import { shortRest, waitUntilIdle } from '../growth/wait-until-idle.js';
import { createMix, type Mix } from '../hold/mix.js';
import { toLoopback } from '../load/clients.js';
import { askInTurns } from '../load/closed-load.js';
import { createLeads, storeLeads } from '../load/leads.js';
import { askWhenDue } from '../load/open-load.js';
import { compareWithWanted } from '../wanted.js';
import { type Receipts, startReceipts } from '../webhooks/receipts.js';

const recordCount = 1_000;
const share = 0.5;
const saturationSeconds = 8;
/** Time in which an ingress may still send requests to a gateway that will stop. */
const leaveMs = 1_000;
const pauseMs = 1_000;
const recoverySeconds = 25;

interface Loaded {
  readonly replicated: ReplicatedSystem;
  /** Replaces an ingress. Knows which gateways are ready, and distributes requests to them. */
  readonly ingress: BalancedPool;
  readonly headers: Readonly<Record<string, string>>;
  readonly mix: Mix;
  readonly perSecond: number;
  readonly signal: AbortSignal;
}

/** Sends requests at a steady rate until the work is done. Prints the failures, and the time of the last failure. */
async function askDuring(
  { ingress, headers, mix, perSecond, signal }: Loaded,
  name: string,
  work: () => Promise<void>,
) {
  const end = new AbortController();
  const startedAt = performance.now();
  const load = { target: ingress, headers, perSecond, seconds: 600, signal, createRequest: () => mix.next() };
  const asking = askWhenDue({ ...load, end: end.signal });
  await work();
  end.abort();
  const { milliseconds, failures, lastFailureAt } = await asking;
  const answered = [...milliseconds.values()].reduce((sum, values) => sum + values.length, 0);
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const what = [...failures].map(([kind, count]) => `${count} ${kind}`).join('; ');
  console.log(`${name}: ${answered} answered, ${failed} failed${what && ` (${what})`}`);
  return { failed, lastFailureMs: lastFailureAt === null ? 0 : lastFailureAt - startedAt };
}

/** Restarts each process, one at a time. A gateway leaves the ingress first, as a pod does. */
async function restartInTurn({ replicated, ingress }: Loaded): Promise<void> {
  const { system, gateways } = replicated;
  for (const name of SERVICE_NAMES.flatMap((service) => [service, `${service}-2`])) {
    await system.restart(name);
    await sleep(pauseMs);
  }
  for (const { name, live } of gateways) {
    ingress.removeUpstream(toLoopback(live));
    await sleep(leaveMs);
    await system.restart(name);
    ingress.addUpstream(toLoopback(live));
    await sleep(pauseMs);
  }
}

/** Kills the second process of every unit at the same time. Each starts again, as on another node. */
async function killNode({ replicated: { system } }: Loaded): Promise<void> {
  await sleep(2_000);
  await Promise.all([...SERVICE_NAMES, 'gateway'].map((name) => system.kill(`${name}-2`)));
  await sleep(recoverySeconds * 1_000);
}

async function rollOut(replicated: ReplicatedSystem, receipts: Receipts, signal: AbortSignal): Promise<void> {
  const { system, gateways } = replicated;
  const workspace = await newWorkspace();
  const leads = createLeads(recordCount);
  const ids = await storeLeads(new ServiceClient(system, workspace.id, 'live'), leads);
  await waitUntilIdle(system, signal, shortRest);
  await workspace.api.create('/v1/webhooks', { url: receipts.url, events: ['lead.created'] });
  const headers = { authorization: `Bearer ${workspace.key}` };
  const mix = createMix(ids, leads.slice(0, 100));
  const url = toLoopback(system.urls.api);
  const full = { url, headers, connections: 32, createRequest: () => mix.next() };
  await askInTurns({ ...full, seconds: 4 });
  const { answered, seconds } = await askInTurns({ ...full, seconds: saturationSeconds });
  const perSecond = (answered / seconds) * share;
  console.log(`saturation: ${(answered / seconds).toFixed(0)} requests/s; load: ${perSecond.toFixed(0)}/s`);
  const ingress = new BalancedPool(gateways.map(({ live }) => toLoopback(live)));
  const loaded = { replicated, ingress, headers, mix, perSecond, signal };
  const restarted = await askDuring(loaded, 'rolling restart', () => restartInTurn(loaded));
  console.log(`failed while processes were restarted in turn: ${compareWithWanted(restarted.failed, { atMost: 0 })}`);
  const killed = await askDuring(loaded, 'one process of each killed at the same time', () => killNode(loaded));
  console.log(`last failure ${((killed.lastFailureMs - 2_000) / 1_000).toFixed(1)} s after the kill`);
  await ingress.close();
  await waitUntilIdle(system, signal, shortRest);
  const { body } = await workspace.api.get('/v1/leads?per_page=1');
  const stored = Number(/"total":(\d+)/.exec(JSON.stringify(body))?.[1]) - recordCount;
  const lost = stored - receipts.times.size;
  console.log(
    `events: ${receipts.times.size} of ${stored} new leads delivered, ${compareWithWanted(lost, { atMost: 0 })}`,
  );
}

/** Prints how a roll-out and the loss of a node affect running requests. */
export async function run(): Promise<void> {
  const { signal } = watchForStop(process.env);
  const receipts = await startReceipts();
  try {
    const replicated = await startReplicatedSystem((line) => console.log(line), signal);
    try {
      setSystem(replicated.system);
      await rollOut(replicated, receipts, signal);
    } finally {
      await replicated.stop();
    }
  } finally {
    receipts.stop();
  }
}
