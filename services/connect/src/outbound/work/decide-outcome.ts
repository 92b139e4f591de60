import { backoff } from '@plotline/kit/core/time';
import { addDelay, type NextRun } from '@plotline/kit/tasks/deferred-jobs';
import { addFailure, addLimit, type Circuit, closedCircuit } from '../../connections/model/circuit.js';
import { VendorFailure } from '../../vendors/model/vendor-failure.js';
import type { OutboundJob } from '../model/outbound-job.js';

/** Pause before a job whose connection can't be used is checked again. */
export const idlePauseMs = 3_600_000;

const pauses = { baseMs: 2_000, capMs: 3_600_000 };
/** Maximum attempts, made over about half a day. After that, an error no longer counts as an outage. */
const maxAttempts = 16;
/** Time for which a sync's given-up job is kept, so that the sync can count it. */
const keptMs = 30 * 24 * 3_600_000;

/** Outcome of an attempt to send a record. */
export interface Outcome {
  readonly next: NextRun;
  readonly circuit: Circuit;
  /** Whether the connection can send nothing more for now. */
  readonly stops: boolean;
  readonly kind: 'sent' | 'postponed' | 'given_up';
}

/** Ends a job that another attempt would not help. */
function giveUp({ sync_id }: OutboundJob, now: Date): NextRun {
  return sync_id === null ? null : { resume_at: addDelay(now, keptMs), has_failed: true };
}

function postpone({ attempts }: OutboundJob, now: Date, waitMs: number): NextRun {
  const pauseMs = Math.max(backoff({ attempt: attempts, ...pauses }), waitMs);
  return { resume_at: addDelay(now, pauseMs), attempts: attempts + 1 };
}

export function succeed(): Outcome {
  return { next: null, circuit: closedCircuit, stops: false, kind: 'sent' };
}

function decideFailure(job: OutboundJob, circuit: Circuit, failure: VendorFailure, now: Date): Outcome {
  const { code, retryAfterMs } = failure;
  const isExhausted = job.attempts + 1 >= maxAttempts;
  switch (code) {
    case 'credentials_refused':
      return { next: { resume_at: addDelay(now, idlePauseMs) }, circuit, stops: true, kind: 'postponed' };
    case 'rate_limited': {
      const limited = addLimit(circuit, now, retryAfterMs);
      return {
        next: { resume_at: limited.paused_until ?? now },
        circuit: limited,
        stops: true,
        kind: 'postponed',
      };
    }
    case 'request_refused':
      return { next: giveUp(job, now), circuit: closedCircuit, stops: false, kind: 'given_up' };
    case 'answer_unreadable':
      if (isExhausted) return { next: giveUp(job, now), circuit: closedCircuit, stops: false, kind: 'given_up' };
      break;
    case 'vendor_unavailable':
    case 'outcome_unknown':
      // A vendor's outage may be long, so it is never a reason to give up a record.
      break;
  }
  const failed = addFailure(circuit, now, retryAfterMs);
  return {
    next: postpone(job, now, retryAfterMs),
    circuit: failed,
    stops: failed.paused_until !== null,
    kind: 'postponed',
  };
}

/** Decides what happens to the job and the circuit after a failed attempt. */
export function decideOutcome(job: OutboundJob, circuit: Circuit, error: unknown, now: Date): Outcome {
  if (error instanceof VendorFailure) return decideFailure(job, circuit, error, now);
  const isExhausted = job.attempts + 1 >= maxAttempts;
  if (isExhausted) return { next: giveUp(job, now), circuit, stops: false, kind: 'given_up' };
  return { next: postpone(job, now, 0), circuit, stops: false, kind: 'postponed' };
}
