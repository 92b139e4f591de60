import { conflict } from '../core/errors.js';
import type { EntryInput } from '../store/journal/entry.js';
import type { Decision } from '../store/records/change-record.js';
import { type Job, type JobData, type JobEnd, type JobError, toActorData } from './job.js';

/** Time for which a job's record is kept after its end. */
const retentionMs = 30 * 24 * 3_600_000;

/** Returns the fields of an ended job. */
export function endFields(status: JobEnd, at: Date, error: JobError | null = null) {
  return {
    status,
    error,
    finished_at: at,
    updated_at: at,
    resume_at: new Date(at.getTime() + retentionMs),
    lease_token: null,
  };
}

/**
 * Returns the journal entry for the end of a job, with the internal event `job.completed`, `job.failed` or
 * `job.cancelled`. The event has `dry_run` if the job was only a trial, and the id in `input.about` if the job is about
 * another job.
 */
export function toEndEntry<D extends JobData>(job: Job<D>, status: JobEnd): EntryInput {
  const data = {
    job_id: job.id,
    kind: job.kind,
    resource: job.resource,
    counts: job.counts,
    error: job.error,
    requested_by: toActorData(job.requested_by.actor),
    ...('dry_run' in job.input && job.input.dry_run === true && { dry_run: true }),
    ...('about' in job.input && typeof job.input.about === 'string' && { about: job.input.about }),
  };
  return {
    subject: job.id,
    type: status,
    description: `The ${job.kind} was ${status === 'failed' ? 'given up' : status}.`,
    events: [{ name: `job.${status}`, data }],
  };
}

/**
 * Cancels a job. A queued job ends immediately; a running job ends at its next commit, or when a worker has finished
 * it.
 */
export function cancelJob<D extends JobData>(job: Job<D>, at: Date): Decision<Job<D>> {
  const { status, cancel_requested_at } = job;
  if (status === 'cancelled' || (status === 'running' && cancel_requested_at)) return { record: job, entries: [] };
  if (status === 'completed' || status === 'failed') {
    throw conflict(`The job is ${status} and can no longer be cancelled.`, 'job_finished', { status });
  }
  if (status === 'queued') {
    const record: Job<D> = { ...job, ...endFields('cancelled', at), cancel_requested_at: at };
    return { record, entries: [toEndEntry(record, 'cancelled')] };
  }
  const entry = {
    subject: job.id,
    type: 'cancel_requested',
    description: `The cancellation of the ${job.kind} was requested.`,
    events: [],
  };
  // A job without a worker may wait for an outage to end. Its cancellation doesn't have to wait.
  const due = job.lease_token === null ? { resume_at: at } : {};
  return { record: { ...job, ...due, cancel_requested_at: at, updated_at: at }, entries: [entry] };
}

/** Queues a failed or cancelled job again, to continue from its last commit. */
export function restartJob<D extends JobData>(job: Job<D>, at: Date): Decision<Job<D>> {
  const { status } = job;
  if (status !== 'failed' && status !== 'cancelled') throw conflict(`The job is ${status}.`);
  const record: Job<D> = {
    ...job,
    status: 'queued',
    error: null,
    updated_at: at,
    finished_at: null,
    cancel_requested_at: null,
    resume_at: at,
    attempts: 0,
    lost_leases: 0,
  };
  const entry = { subject: job.id, type: 'restarted', description: `The ${job.kind} was started again.`, events: [] };
  return { record, entries: [entry] };
}
