import type { EntryInput } from '../store/journal/entry.js';
import { type Job, type JobData, type JobEnd, type JobError, toActorData } from './job.js';

/** How long the record of a job is kept after its end. */
const retentionMs = 30 * 24 * 3_600_000;

/** The fields of a job that has ended. */
export function endFields(status: JobEnd, at: Date, error: JobError | null = null) {
  return {
    status,
    error,
    finished_at: at,
    updated_at: at,
    expires_at: new Date(at.getTime() + retentionMs),
    due_at: null,
    lease_token: null,
  };
}

/** The journal's entry of the end, with the internal event `job.completed`, `job.failed` or `job.cancelled`. `dry_run` is there
 * where the job only tried what it would do. */
export function toEndEntry<D extends JobData>(job: Job<D>, status: JobEnd): EntryInput {
  const data = {
    job_id: job.id,
    kind: job.kind,
    resource: job.resource,
    counts: job.counts,
    error: job.error,
    requested_by: toActorData(job.requested_by.actor),
    ...('dry_run' in job.input && job.input.dry_run === true && { dry_run: true }),
  };
  return {
    subject: job.id,
    type: status,
    description: `The ${job.kind} was ${status === 'failed' ? 'given up' : status}.`,
    events: [{ name: `job.${status}`, data }],
  };
}
