import { Schema } from 'mongoose';
import type { Answer } from '../core/answer.js';
import type { Actor, Caller } from '../core/caller.js';
import { Problem, type ProblemDetail, toProblem } from '../core/errors.js';
import { backoff } from '../core/time.js';
import { isTransient } from '../core/transient.js';
import type { Index } from '../store/indexes.js';
import { createRecordSchema } from '../store/records/record-model.js';
import { type DeferredJob, resumeIndex } from './deferred-jobs.js';

/** In the order of a job's life. */
export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** How a job ends. */
export type JobEnd = Exclude<JobStatus, 'queued' | 'running'>;

/** Own data of a kind of jobs. All of it is stored as it is: plain values, dates and lists of these. */
export interface JobData {
  /** The requested work; never changes. */
  readonly input: object;
  /** How far the work has come, as committed last: what a worker needs to go on from there. */
  readonly state: object;
  /** Result so far, such as the number of created rows. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Requester of a job, on whose behalf it works. */
export type JobRequester = Pick<Caller, 'actor' | 'scopes' | 'plan' | 'currency' | 'country' | 'timeZone'>;

/** Why a job failed, as its owner may read it. */
export interface JobError {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ProblemDetail[];
}

/**
 * Long work that somebody asked for, as it is stored. `resume_at` says when a worker takes it: a queued job its turn, a
 * running one the end of its lease, an ended one the removal of its record.
 */
export interface Job<D extends JobData = JobData> extends DeferredJob {
  /** Such as `import`. */
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
  /** Steps of the work that are done, of `total`. */
  readonly processed: number;
  /** Null while it is not known. */
  readonly total: number | null;
  /** Only of a failed job. */
  readonly error: JobError | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** When a worker first took it. */
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  /** When the running job was asked to end. */
  readonly cancel_requested_at: Date | null;
  /** Names the worker that holds the lease: the job is changed under no other token. Null when none does. */
  readonly lease_token: string | null;
  /** How often it was taken since it last came further. */
  readonly attempts: number;
  /** How often since then its lease ran out, as the process that had it died or stood still. */
  readonly lost_leases: number;
}

/** How much of the work is done; what is absent stays. */
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
  // For what looks at the jobs of every workspace: metrics and the command for operators.
  { name: 'every_workspace', keys: { status: 1, created_at: 1 } },
];

/** Whether the job is not over. */
export function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** The acting person or key, as an event tells of them. */
export function toActorData({ type, id, name, agentId }: Actor) {
  return { type, id, name, agent_id: agentId ?? null };
}

/** Seconds after which asking again for an open job makes sense. */
const pollSeconds = 2;

/** The share of the work that is done, 0 to 1, with four decimals; 1 only when all of it is. */
function toShare({ status, processed, total }: Pick<Job, 'status' | 'processed' | 'total'>): number {
  if (status === 'completed') return 1;
  if (!total) return 0;
  return Math.min(Math.floor((processed / total) * 10_000) / 10_000, 1);
}

/** The public fields that all jobs have. A service adds those of its kind. */
export function toJobJson(job: Job) {
  const { id, status, error, created_at, updated_at, started_at, finished_at } = job;
  return { id, status, progress: toShare(job), error, created_at, updated_at, started_at, finished_at };
}

/** The answer with a job: `Retry-After` says when to ask again for one that is not over. */
export function answerJob(status: 200 | 202, job: Job, body: object): Answer {
  const headers = isOpen(job) ? { headers: { 'retry-after': String(pollSeconds) } } : {};
  return { status, body, version: job.version, ...headers };
}

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
