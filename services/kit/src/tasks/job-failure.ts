import { Problem, toProblem } from '../core/errors.js';
import { backoff } from '../core/time.js';
import { isTransient } from '../core/transient.js';
import type { Job, JobError } from './job.js';

/** Attempts without progress, after an outage and after any other failure. */
const maxTransientAttempts = 12;
const maxOtherAttempts = 3;

const pauses = { baseMs: 1_000, capMs: 120_000 };

/** Decides what happens to a job whose work failed. */
export type FailureDecision = { readonly retryInMs: number } | { readonly error: JobError };

/** Whether the work may succeed later as it is. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Problem)) return isTransient(error);
  return error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMIT_EXCEEDED' || error.reason === 'record_busy';
}

function toJobError(error: unknown): JobError {
  const { code, message, details } = toProblem(error);
  return { code, message, ...(details.length > 0 && { details }) };
}

/**
 * An outage and an unexpected error are tried again, after pauses that grow from one second to two minutes, until too
 * many attempts in a row brought no progress; a Problem says that trying again is of no use.
 */
export function decideFailure(error: unknown, attempts: number): FailureDecision {
  const passing = isPassing(error);
  const isFinal = error instanceof Problem && !passing;
  if (isFinal || attempts >= (passing ? maxTransientAttempts : maxOtherAttempts)) return { error: toJobError(error) };
  const retryAfterMs = error instanceof Problem ? (error.retryAfter ?? 0) * 1_000 : 0;
  const pauseMs = Math.max(backoff({ attempt: attempts - 1, ...pauses }), retryAfterMs);
  return { retryInMs: Math.min(pauseMs, pauses.capMs) };
}

/**
 * Whether a job was taken so often, or has lost its lease so often, without coming further that it is given up: it may
 * be what ends the processes, or blocks them.
 */
export function isExhausted({ attempts, lost_leases }: Pick<Job, 'attempts' | 'lost_leases'>, maxLostLeases = 2) {
  return attempts > maxTransientAttempts || lost_leases >= maxLostLeases;
}

export const exhausted: JobError = {
  code: 'INTERNAL_ERROR',
  message: 'The job was started several times without progress.',
};
