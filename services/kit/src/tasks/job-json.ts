import type { Answer } from '../core/answer.js';
import { isOpen, type Job } from './job.js';

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
