import { type Job, toJobJson } from '@plotline/kit/tasks/job';
import type { SyncData } from '../model/sync.js';

/** Renders a sync for the public API. */
export function toSyncJson(job: Job<SyncData>) {
  const { sent, failed } = job.counts;
  return {
    ...toJobJson(job),
    connection_id: job.input.connection_id,
    leads: { total: job.total, processed: job.processed, sent, failed },
  };
}
