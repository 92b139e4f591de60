import { backoff } from '@plotline/kit/core/backoff';
import type { Outcome } from './delivery.js';

/** Deliveries in flight to one endpoint. A test may come on top: ten requests at most. */
export const maxInFlight = 9;
const firstLimit = 2;
/** Failures in a row after which an endpoint gets a probe from time to time, and nothing else. */
export const failuresToOpen = 3;
const pauses = { baseMs: 5_000, capMs: 60_000 };

/** What an endpoint bears, learned from its answers. */
export interface Pace {
  /** Requests in flight; the part behind the point counts towards the next one. */
  readonly limit: number;
  /** In a row. */
  readonly failures: number;
  /** Failed probes in a row. */
  readonly failed_probes: number;
  /** The first delivery that failed in the row. Probes keep to its schedule, so that an endpoint that is gone is disabled. */
  readonly probe_id: string | null;
  /** When the limit was halved. Requests that began before say nothing about the new limit. */
  readonly halved_at: Date;
}

export const firstPace: Pace = {
  limit: firstLimit,
  failures: 0,
  failed_probes: 0,
  probe_id: null,
  halved_at: new Date(0),
};

/** Whether the circuit is open, or half-open: nothing but a probe is sent. */
export function isOpen({ failures }: Pace): boolean {
  return failures >= failuresToOpen;
}

/** How many requests may be in flight. */
export function getInFlight(pace: Pace): number {
  return isOpen(pace) ? 1 : Math.floor(pace.limit);
}

/** How long an open circuit stays without a probe. */
export function getPauseMs({ failed_probes }: Pace): number {
  return backoff({ attempt: failed_probes, ...pauses });
}

/** No answer, or one that says that the receiver has too much to do or is out of order. */
function isFailure({ attempt: { response_code: code, error }, overloaded = false }: Outcome): boolean {
  if (code === null) return error !== null;
  return overloaded || code === 429 || code >= 500;
}

/** The pace after an attempt: one more in flight for each round that went well, half of it after one that did not. */
export function adjustPace(pace: Pace, deliveryId: string, outcome: Outcome): Pace {
  if (!isFailure(outcome)) {
    const limit = Math.min(maxInFlight, pace.limit + 1 / pace.limit);
    return { ...pace, limit, failures: 0, failed_probes: 0, probe_id: null };
  }
  const isOfThisLimit = outcome.attempt.timestamp >= pace.halved_at;
  return {
    limit: isOfThisLimit ? Math.max(1, pace.limit / 2) : pace.limit,
    failures: pace.failures + 1,
    failed_probes: pace.failed_probes + (isOpen(pace) && isOfThisLimit ? 1 : 0),
    probe_id: pace.probe_id ?? deliveryId,
    halved_at: isOfThisLimit ? outcome.endedAt : pace.halved_at,
  };
}
