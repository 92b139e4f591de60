import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import pLimit from 'p-limit';
import { createLeads, createUnits } from '../../support/listings-and-leads.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { withOwnSystem } from '../own-system.js';
import { percentile } from '../percentile.js';

/** Number of holds. They end at a rate of 10,000 a minute, for a quarter of a minute. */
const holdCount = Number(process.argv[3] ?? 2_500);
const endsPerSecond = 10_000 / 60;
const connections = 16;
/** Number of leads that request the same unit at the same time. */
const rivals = 200;
const goalSeconds = 5;
/** Time between the first request and the first end of a hold. */
const leadTimeMs = 90_000;
const pollMs = 500;
const maxLagMs = 60_000;

interface ToldEnd {
  readonly timestamp: string;
  readonly data: { readonly ended_at: string };
}

/** Creates a hold on each unit. Spreads the ends of the holds evenly. Resolves to the requests per second. */
async function makeHolds({ api }: TestWorkspace, firstEnd: number): Promise<number> {
  const { unitIds } = await createUnits(api, holdCount);
  const leadIds = await createLeads(api, holdCount);
  const limit = pLimit(connections);
  const startedAt = performance.now();
  await Promise.all(
    unitIds.map((unit_id, index) =>
      limit(async () => {
        const expires_at = new Date(firstEnd + (index / endsPerSecond) * 1_000).toISOString();
        const answer = await api.post('/v1/holds', { unit_id, lead_id: leadIds[index], expires_at });
        if (answer.status !== 201) throw new Error(`The hold was answered ${answer.status}: ${answer.text}`);
      }),
    ),
  );
  return holdCount / ((performance.now() - startedAt) / 1_000);
}

/** Follows the event log until it contains the end of every hold. Resolves to the delay of each end in seconds. */
async function followEnds({ api }: TestWorkspace, lastEnd: number, signal: AbortSignal): Promise<number[]> {
  const lags: number[] = [];
  let after = '';
  while (lags.length < holdCount) {
    signal.throwIfAborted();
    if (Date.now() > lastEnd + maxLagMs) throw new Error(`Only ${lags.length} ends were in the event log.`);
    const { body } = await api.get(`/v1/events?types=hold.expired&per_page=100&after=${after}`);
    const { data, meta }: { data: readonly ToldEnd[]; meta: { next_cursor: string } } = JSON.parse(
      JSON.stringify(body),
    );
    lags.push(...data.map((event) => (Date.now() - Date.parse(event.data.ended_at)) / 1_000));
    after = meta.next_cursor;
    if (data.length === 0) await sleep(pollMs);
  }
  return lags;
}

/**
 * Requests one unit for many leads at the same time. Resolves to the winners and the duration of each call in
 * milliseconds.
 */
async function raceForUnit({ api }: TestWorkspace): Promise<{ readonly winners: number; readonly times: number[] }> {
  const { unitIds } = await createUnits(api, 1);
  const leadIds = await createLeads(api, rivals, 'rival');
  const times: number[] = [];
  const statuses = await Promise.all(
    leadIds.map(async (lead_id) => {
      const startedAt = performance.now();
      const { status } = await api.post('/v1/holds', { unit_id: unitIds[0], lead_id });
      times.push(performance.now() - startedAt);
      return status;
    }),
  );
  const unexpected = statuses.filter((status) => status !== 201 && status !== 409);
  if (unexpected.length > 0) throw new Error(`Requests for one unit were answered ${unexpected.join(', ')}.`);
  return { winners: statuses.filter((status) => status === 201).length, times };
}

async function measure(_system: RunningSystem, signal: AbortSignal): Promise<void> {
  const { winners, times } = await raceForUnit(await newWorkspace());
  console.log(
    `${rivals} requests for one unit: ${winners} got it, p50 ${percentile(times, 0.5).toFixed(0)} ms, ` +
      `p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  );
  const workspace = await newWorkspace();
  const firstEnd = Date.now() + leadTimeMs;
  const lastEnd = firstEnd + (holdCount / endsPerSecond) * 1_000;
  console.log(`holds: ${(await makeHolds(workspace, firstEnd)).toFixed(0)} a second over ${connections} connections`);
  const lags = await followEnds(workspace, lastEnd, signal);
  const at = (share: number) => percentile(lags, share).toFixed(1);
  const mark = percentile(lags, 1) > goalSeconds ? ` OVER ${goalSeconds} s` : '';
  console.log(
    `ends in the event log at ${Math.round(endsPerSecond * 60)} a minute: p50 ${at(0.5)} s, p99 ${at(0.99)} s, max ${at(1)} s${mark}`,
  );
}

/**
 * Requests one unit for many leads at the same time. Then creates holds, and measures how soon the event log has their
 * ends.
 */
export function run(): Promise<void> {
  return withOwnSystem(100, measure);
}
