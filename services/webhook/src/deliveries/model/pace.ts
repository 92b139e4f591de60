import { backoff } from '@plotline/kit/core/time';
import type { Outcome } from './attempt.js';

/** Maximum number of deliveries in flight to one endpoint. With a test, there can be ten requests. */
export const maxInFlight = 9;
const firstLimit = 2;
/** Number of consecutive failures after which an endpoint only gets an occasional probe. */
export const failuresToOpen = 3;
const pauses = { baseMs: 5_000, capMs: 60_000 };

/** Load that an endpoint can handle, as learned from its responses. */
export interface Pace {
  /** Maximum number of requests in flight. The fractional part is the progress towards one more. */
  readonly limit: number;
  /** Number of consecutive failures. */
  readonly failures: number;
  /** Number of consecutive failed probes. */
  readonly failed_probes: number;
  /**
   * First delivery of the consecutive failures. Probes follow this delivery's retry schedule, so that an endpoint that
   * no longer exists is disabled.
   */
  readonly probe_id: string | null;
  /** Time at which the limit was last halved. Requests from before that time don't affect the new limit. */
  readonly halved_at: Date;
}

export const firstPace: Pace = {
  limit: firstLimit,
  failures: 0,
  failed_probes: 0,
  probe_id: null,
  halved_at: new Date(0),
};

/** Returns whether the circuit is open or half-open, so that only probes are sent. */
export function isOpen({ failures }: Pace): boolean {
  return failures >= failuresToOpen;
}

/** Returns the number of requests that may be in flight. */
export function getInFlight(pace: Pace): number {
  return isOpen(pace) ? 1 : Math.floor(pace.limit);
}

/** Returns the time for which an open circuit waits before a probe. */
export function getPauseMs({ failed_probes }: Pace): number {
  return backoff({ attempt: failed_probes, ...pauses });
}

/** Returns whether the receiver didn't respond, is overloaded, or failed. */
function isFailure({ attempt: { response_code: code, error }, overloaded = false }: Outcome): boolean {
  if (code === null) return error !== null;
  return overloaded || code === 429 || code >= 500;
}

/** Returns the pace after an attempt. Each successful round adds one request in flight. A failure halves the number. */
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
