import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import type { Receiver } from '../../../../support/receiver.js';
import type { Tenant } from '../load/tenant.js';
import { type Probe, probeRoutes, slowMs } from './probe-routes.js';

const beforeKillMs = 4_000;
const afterKillMs = 25_000;
const afterProbesMs = 8_000;

/** Seconds from a kill until everything works as before. 0 if no call was affected. */
export interface Recovery {
  readonly target: string;
  readonly routesSeconds: number;
  /** Recovery of the slowest route. */
  readonly slowestRoute: string;
  /** Infinity when an event never arrived. */
  readonly eventsSeconds: number;
  readonly failedCount: number;
  /**
   * Number of calls that failed or were slow before the kill. More than a few mean that the machine is too busy to
   * measure.
   */
  readonly faultsBefore: number;
  readonly probeCount: number;
}

function isFault({ status, sentAt, endedAt }: Probe): boolean {
  return status === null || status >= 400 || endedAt - sentAt > slowMs;
}

/** Arrival time of each created record's event. */
function listArrivals({ received }: Receiver): Map<string, number> {
  const arrivals = new Map<string, number>();
  for (const { body, at } of received) {
    const { event, data } = JSON.parse(body);
    if (/^(lead|property)\.created$/.test(event) && !arrivals.has(data.id)) arrivals.set(data.id, at);
  }
  return arrivals;
}

/** Evaluates probes and arrivals around a kill at `killedAt`. */
export function computeRecovery(
  target: string,
  killedAt: number,
  probes: readonly Probe[],
  arrivals: ReadonlyMap<string, number>,
): Recovery {
  const faults = probes.filter((probe) => probe.endedAt >= killedAt && isFault(probe));
  const last = faults.reduce<Probe | undefined>(
    (latest, one) => (latest && latest.endedAt > one.endedAt ? latest : one),
    undefined,
  );
  const late = probes.flatMap(({ recordId, route, endedAt }) => {
    if (recordId === undefined || endedAt < killedAt || route === 'create team') return [];
    const arrivedAt = arrivals.get(recordId) ?? Number.POSITIVE_INFINITY;
    return arrivedAt - endedAt > slowMs ? [arrivedAt] : [];
  });
  const seconds = (at: number) => (at - killedAt) / 1_000;
  return {
    target,
    routesSeconds: last ? seconds(last.endedAt) : 0,
    slowestRoute: last?.route ?? '',
    eventsSeconds: late.length > 0 ? seconds(Math.max(...late)) : 0,
    failedCount: faults.length,
    faultsBefore: probes.filter((probe) => probe.endedAt < killedAt && isFault(probe)).length,
    probeCount: probes.length,
  };
}

/** Kills a component under a light load and measures how long the effect lasts. */
export async function measureRecovery(
  system: RunningSystem,
  tenant: Tenant,
  receiver: Receiver,
  target: string,
): Promise<Recovery> {
  let isOver = false;
  const probing = probeRoutes(tenant, () => isOver);
  await sleep(beforeKillMs);
  const killedAt = Date.now();
  await system.kill(target);
  await sleep(afterKillMs);
  isOver = true;
  const probes = await probing;
  await system.whenReady(target, 60_000);
  await sleep(afterProbesMs);
  return computeRecovery(target, killedAt, probes, listArrivals(receiver));
}
