import { Schema } from 'mongoose';
import type { Actor, Caller } from '../core/caller.js';
import type { ProblemDetail } from '../core/errors.js';
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
