import { Schema } from 'mongoose';
import type { Answer, AnswerHeaders } from '../core/answer.js';
import type { Actor, Caller } from '../core/caller.js';
import { Problem, type ProblemDetail, toProblem } from '../core/errors.js';
import { backoff } from '../core/time.js';
import { isTransient } from '../core/transient.js';
import type { Index } from '../store/indexes.js';
import { createRecordSchema } from '../store/records/record-model.js';
import { type DeferredJob, resumeIndex } from './deferred-jobs.js';

/** Statuses in the order of a job's life. */
export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Final statuses of a job. */
export type JobEnd = Exclude<JobStatus, 'queued' | 'running'>;

/** Data of one kind of job. It is stored without conversion: plain values, dates and lists of these. */
export interface JobData {
  /** The requested work; never changes. */
  readonly input: object;
  /** Progress at the last commit: everything that a worker needs to continue. */
  readonly state: object;
  /** Result so far, such as the number of created rows. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Requester of a job. The job works on their behalf. */
export type JobRequester = Pick<Caller, 'actor' | 'scopes' | 'plan' | 'currency' | 'country' | 'timeZone'>;

/** Reason why a job failed, in words for its owner. */
export interface JobError {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ProblemDetail[];
}

/**
 * Long-running work that somebody requested, as stored. `resume_at` is the next time at which a worker handles the job.
 * At that time, a queued job may start, a running job's lease expires, or an ended job is removed.
 */
export interface Job<D extends JobData = JobData> extends DeferredJob {
  /** Kind, such as `import`. */
  readonly kind: string;
  /** Subject of the job, such as `leads`, or the id of a record. */
  readonly resource: string;
  readonly status: JobStatus;
  readonly requested_by: JobRequester;
  readonly request_id: string;
  readonly traceparent?: string;
  readonly input: D['input'];
  readonly state: D['state'];
  readonly counts: D['counts'];
  /** Number of finished steps, out of `total`. */
  readonly processed: number;
  /** Null while the total is unknown. */
  readonly total: number | null;
  /** Null unless the job failed. */
  readonly error: JobError | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Time at which a worker first took the job. */
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  /** Time at which somebody requested to cancel the running job. */
  readonly cancel_requested_at: Date | null;
  /**
   * Token of the worker that holds the lease; only a holder of this token may change the job. Null without a worker.
   */
  readonly lease_token: string | null;
  /** Number of times that the job was claimed since its last progress. */
  readonly attempts: number;
  /** Number of leases that have expired since the last progress, because the process died or hung. */
  readonly lost_leases: number;
}

/** Progress of a job. Absent fields keep their values. */
export interface JobProgress<D extends JobData = JobData> {
  readonly state?: D['state'];
  readonly counts?: D['counts'];
  readonly processed?: number;
  readonly total?: number | null;
}

const { Mixed } = Schema.Types;

export const jobSchema = createRecordSchema({
  kind: String,
  resource: String,
  status: String,
  requested_by: Mixed,
  request_id: String,
  traceparent: String,
  input: Mixed,
  state: Mixed,
  counts: Mixed,
  processed: Number,
  total: Number,
  error: Mixed,
  created_at: Date,
  updated_at: Date,
  started_at: Date,
  finished_at: Date,
  cancel_requested_at: Date,
  resume_at: Date,
  lease_token: String,
  attempts: Number,
  lost_leases: Number,
});

export const jobIndexes: readonly Index[] = [
  { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'status', keys: { workspace_id: 1, status: 1, created_at: -1, _id: -1 } },
  resumeIndex,
  // For queries across workspaces: metrics and the command for operators.
  { name: 'every_workspace', keys: { status: 1, created_at: 1 } },
];

/** Returns whether the job has not ended yet. */
export function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** Returns the acting person or key in the form that events have. */
export function toActorData({ type, id, name, agentId }: Actor) {
  return { type, id, name, agent_id: agentId ?? null };
}

/** Seconds after which a client should poll an open job again. */
const pollSeconds = 2;

/**
 * Returns the finished share of the work, from 0 to 1 with four decimals; 1 only when the job is completed, or all of
 * its steps are.
 */
function toShare({ status, processed, total }: Pick<Job, 'status' | 'processed' | 'total'>): number {
  if (status === 'completed') return 1;
  if (!total) return 0;
  return Math.min(Math.floor((processed / total) * 10_000) / 10_000, 1);
}

/** Returns the public fields that all jobs have. A service adds the fields of its kinds of jobs. */
export function toJobJson(job: Job) {
  const { id, status, error, created_at, updated_at, started_at, finished_at } = job;
  return { id, status, progress: toShare(job), error, created_at, updated_at, started_at, finished_at };
}

/** Returns an answer with a job and further headers. For an open job, `Retry-After` says when to poll again. */
export function answerJob(status: 200 | 202, job: Job, body: object, further: AnswerHeaders = {}): Answer {
  const headers = { ...further, ...(isOpen(job) && { 'retry-after': String(pollSeconds) }) };
  return { status, body, version: job.version, ...(Object.keys(headers).length > 0 && { headers }) };
}

/** Maximum attempts without progress: after outages, and after any other failures. */
const maxTransientAttempts = 12;
const maxOtherAttempts = 3;

const pauses = { baseMs: 1_000, capMs: 120_000 };

/** Decision about a job whose work failed: a retry, or the error that ends it. */
export type FailureDecision = { readonly retryInMs: number } | { readonly error: JobError };

/** Returns whether the same work may succeed later. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Problem)) return isTransient(error);
  return error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMIT_EXCEEDED' || error.reason === 'record_busy';
}

function toJobError(error: unknown): JobError {
  const { code, message, details } = toProblem(error);
  return { code, message, ...(details.length > 0 && { details }) };
}

/**
 * Decides what to do after a failure. Temporary failures (`isPassing`) and unexpected errors are retried until too many
 * attempts have made no progress. The pauses grow from one second to two minutes. Any other Problem is final, because a
 * retry would not help.
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
 * Returns whether a job must be given up because it was claimed or lost its lease too often without progress. Such a
 * job may be the reason that processes crash or hang.
 */
export function isExhausted({ attempts, lost_leases }: Pick<Job, 'attempts' | 'lost_leases'>, maxLostLeases = 2) {
  return attempts > maxTransientAttempts || lost_leases >= maxLostLeases;
}

export const exhausted: JobError = {
  code: 'INTERNAL_ERROR',
  message: 'The job was started several times without progress.',
};
