import type { ClientSession } from 'mongoose';
import { type Caller, defaultPlace, type Tenant } from '../core/caller.js';
import { backgroundBudgetMs, type Time } from '../core/time.js';
import type { Logger } from '../telemetry/log.js';
import type { SpanDescription } from '../telemetry/span.js';
import type { Job, JobData, JobProgress } from './job.js';
import type { Suspensions } from './suspended-workspaces.js';

/** Makes writes in the transaction that stores a job's progress or end. */
export type JobWrite = (session: ClientSession) => Promise<void>;

/** Arguments of the work on a job. */
export interface JobContext<D extends JobData> {
  /**
   * Returns the caller for the next step of the work. Its deadline is `budgetMs` from now (20 seconds by default), so
   * each step needs a new caller.
   */
  caller(budgetMs?: number): Caller;
  /** Aborted when the job is cancelled, its lease is lost, it stalls, or the process stops. */
  readonly signal: AbortSignal;
  /**
   * Stores the progress of the work and the writes of `write` in one transaction, which may run more than once.
   * Resolves to the stored job. Throws if the job must stop. Earlier commits are kept, and the work need not catch the
   * error.
   */
  commit(progress: JobProgress<D>, write?: JobWrite): Promise<Job<D>>;
  /** Logger with the ids of the job, the workspace and the request. */
  readonly log: Logger;
}

/** Values that are stored with the end of a job. */
export type JobOutcome<D extends JobData> =
  | (JobProgress<D> & {
      /** Makes further writes in the transaction that stores the end. */
      readonly write?: JobWrite;
      /** Time at which the work continues, if the job has not ended. */
      readonly resumeAt?: Date;
    })
  | undefined;

/**
 * Does the work of a job, starting from `job.state`. The result is stored with the job's end. If this throws a Problem,
 * the job fails. After any other error, the work is retried.
 */
export type RunJob<D extends JobData> = (job: Job<D>, context: JobContext<D>) => Promise<JobOutcome<D>>;

/**
 * Returns the last results to store for a cancelled job, such as the outcome of a call that was running when the
 * process died. Starts no new work. Throws while the outcome is unknown, and is then called again.
 */
export type FinishCancelledJob<D extends JobData> = (
  job: Job<D>,
  context: JobContext<D>,
) => Promise<Omit<NonNullable<JobOutcome<D>>, 'resumeAt'> | undefined>;

/** Work on the jobs of a queue, and its limits. */
export interface RunOptions<D extends JobData> {
  readonly run: RunJob<D>;
  /** Called before a cancelled job ends, unless none of its work was running. */
  readonly finishCancelled?: FinishCancelledJob<D>;
  /**
   * Removes things that an ended job no longer needs, such as its file. Not called for a job that ends while it is
   * queued, or when the process dies right after storing the end.
   */
  readonly onEnd?: (job: Job<D>) => Promise<void>;
  /** Longest time without a commit before the work is tried again; 10 minutes by default. */
  readonly stallMs?: number;
  /**
   * Number of leases that a job may lose without a commit between them before it fails; 2 by default. A record that
   * blocks one process would also block every other process, each for the term of a lease.
   */
  readonly maxLostLeases?: number;
  /** Suspended workspaces, whose running jobs return to the queue. The worker passes its queue's value. */
  readonly suspensions?: Suspensions | undefined;
  readonly time?: Time;
}

/** Returns the caller on whose behalf a job works. Its deadline starts now. */
export function toJobCaller(tenant: Tenant, job: Job, budgetMs = backgroundBudgetMs): Caller {
  const { requested_by, request_id, traceparent } = job;
  return {
    // Jobs that an earlier release stored have no country or time zone.
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
