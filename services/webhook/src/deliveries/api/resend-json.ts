import { type Job, toJobJson } from '@plotline/kit/tasks/job';
import type { ResendData } from '../model/resend.js';

/** Renders a resend of many deliveries for the public API. */
export function toResendJson(job: Job<ResendData>) {
  const { webhook_id, from, to, status, event } = job.input;
  const { resent, skipped, delivered, failed } = job.counts;
  return {
    ...toJobJson(job),
    webhook_id,
    filter: { from, to, status, event },
    deliveries: { total: job.total, processed: job.processed, resent, skipped, delivered, failed },
  };
}
