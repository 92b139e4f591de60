import type { ClientSession } from 'mongoose';
import { type Caller, defaultPlace, type Tenant } from '../core/caller.js';
import { backgroundBudgetMs, type Time } from '../core/time.js';
import type { Logger } from '../telemetry/log.js';
import type { SpanDescription } from '../telemetry/span.js';
import type { Job, JobData, JobProgress } from './job.js';

/** Writes that are made with the progress of a job, or its end, in one transaction. */
export type JobWrite = (session: ClientSession) => Promise<void>;

/** Arguments of the work on a job. */
export interface JobContext<D extends JobData> {
  /** On whose behalf; its deadline is 20 seconds from now unless a budget is given, so each step asks anew. */
  caller(budgetMs?: number): Caller;
  /** Aborted when the job is cancelled, its lease is lost, it stalls, or the process stops. */
  readonly signal: AbortSignal;
  /**
   * Stores how far the work has come, together with what `write` stores in the same transaction (which may run more
   * than once). Resolves to the job as stored. Throws when the job is to stop: what was committed stays, and the work
   * need not catch it.
   */
  commit(progress: JobProgress<D>, write?: JobWrite): Promise<Job<D>>;
  /** Carries the ids of job, workspace and request. */
  readonly log: Logger;
}

/** Values that are stored with the end of a job. */
export type JobOutcome<D extends JobData> =
  | (JobProgress<D> & {
      /** Stores what belongs to the end in the same transaction. */
      readonly write?: JobWrite;
      /** The job is not over: it waits until then, and its work goes on. */
      readonly resumeAt?: Date;
    })
  | undefined;

/**
 * Does the work of a job, from `job.state` on. Its result is stored with the end. If it throws a Problem, the job
 * fails; after any other error it is tried again.
 */
export type RunJob<D extends JobData> = (job: Job<D>, context: JobContext<D>) => Promise<JobOutcome<D>>;

/**
 * Returns what is left to store for a cancelled job, such as the outcome of a call that was running when its process
 * died. It begins nothing. Its result is stored with the end. It throws while the outcome is unknown, and is then
 * called again.
 */
export type FinishCancelledJob<D extends JobData> = (
  job: Job<D>,
  context: JobContext<D>,
) => Promise<Omit<NonNullable<JobOutcome<D>>, 'resumeAt'> | undefined>;

/** Work on the jobs of a queue, and its limits. */
export interface RunOptions<D extends JobData> {
  readonly run: RunJob<D>;
  /** Called before a job that was cancelled ends, unless nothing of its work was under way. */
  readonly finishCancelled?: FinishCancelledJob<D>;
  /**
   * Removes what a job needs no longer, such as its file, once its worker has stored its end. It is not called for a
   * job that ends while it waits, nor when the process dies in between.
   */
  readonly onEnd?: (job: Job<D>) => Promise<void>;
  /** The longest time without a commit, after which the work is tried again; 10 minutes by default. */
  readonly stallMs?: number;
  /**
   * A job that has lost its lease so often without a commit between is given up; 2 by default. A record that blocks one
   * process would block the others as well, each for a lease.
   */
  readonly maxLostLeases?: number;
  readonly time?: Time;
}

/** On whose behalf a job is worked on, with a deadline from now. */
export function toJobCaller(tenant: Tenant, job: Job, budgetMs = backgroundBudgetMs): Caller {
  const { requested_by, request_id, traceparent } = job;
  return {
    // Jobs that an earlier version stored have no country and time zone.
    ...defaultPlace,
    ...requested_by,
    workspaceId: tenant.workspaceId,
    mode: tenant.mode,
    requestId: request_id,
    ...(traceparent === undefined ? {} : { traceparent }),
    deadline: Date.now() + budgetMs,
  };
}

/** Names the span of the work on a job. */
export function describeJob({ id, kind, request_id, attempts }: Job, { workspaceId }: Tenant): SpanDescription {
  return {
    name: `job ${kind}`,
    kind: 'internal',
    attributes: {
      'plotline.job_id': id,
      'plotline.attempts': attempts,
      'plotline.request_id': request_id,
      'plotline.workspace_id': workspaceId,
    },
  };
}
