import { conflict } from '../core/errors.js';
import type { Decision } from '../store/records/change-record.js';
import type { Job, JobData } from './job.js';
import { endFields, toEndEntry } from './job-end.js';

/** A queued job ends at once; a running one at its next commit, or when a worker has finished it. */
export function cancelJob<D extends JobData>(job: Job<D>, at: Date): Decision<Job<D>> {
  const { status, cancel_requested_at } = job;
  if (status === 'cancelled' || (status === 'running' && cancel_requested_at)) return { record: job, entries: [] };
  if (status === 'completed' || status === 'failed') {
    throw conflict(`The job is ${status} and cannot be cancelled any more.`, 'job_finished', { status });
  }
  if (status === 'queued') {
    const record: Job<D> = { ...job, ...endFields('cancelled', at), cancel_requested_at: at };
    return { record, entries: [toEndEntry(record, 'cancelled')] };
  }
  const entry = { subject: job.id, type: 'cancel_requested', description: `The ${job.kind} is to end.`, events: [] };
  // One that no worker has may wait for the end of an outage: it need not wait to be cancelled.
  const due = job.lease_token === null ? { due_at: at } : {};
  return { record: { ...job, ...due, cancel_requested_at: at, updated_at: at }, entries: [entry] };
}

/** A job that failed or was cancelled waits again, to go on from its last commit. */
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
    due_at: at,
    attempts: 0,
    lost_leases: 0,
    expires_at: null,
  };
  const entry = { subject: job.id, type: 'restarted', description: `The ${job.kind} was started again.`, events: [] };
  return { record, entries: [entry] };
}
