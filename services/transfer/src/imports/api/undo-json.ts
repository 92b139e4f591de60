import { type Answer, withVersion } from '@plotline/kit/core/answer';
import { answerJob, isOpen, type Job, toJobJson } from '@plotline/kit/tasks/job';
import type { ImportData } from '../model/import.js';
import { findUndoRefusal, getUndoEnd, noRemovals, type UndoData } from '../model/undo.js';

function toKeptJson({ removed: _removed, ...kept }: UndoData['counts'], job: Job<ImportData>) {
  return { ...kept, updated: job.counts.updated };
}

/** Renders the undo of an import for the public API. Returns null if there is no undo and none can be requested. */
export function toUndoJson(job: Job<ImportData>, undo: Job<UndoData> | null | undefined, now: Date) {
  const until = getUndoEnd(job);
  if (undo) {
    const { status, progress, error, finished_at } = toJobJson(undo);
    const { removed } = undo.counts;
    return { status, progress, removed, kept: toKeptJson(undo.counts, job), error, until, finished_at };
  }
  if (findUndoRefusal(job, now)) return null;
  const nothingYet = { progress: 0, removed: 0, kept: toKeptJson(noRemovals, job), error: null, finished_at: null };
  return { status: 'available', ...nothingYet, until };
}

/**
 * Creates a response with an import. While the undo of the import is not finished, `Retry-After` says when to poll
 * again.
 */
export function answerImport(
  status: 200 | 202,
  job: Job<ImportData>,
  undo: Job<UndoData> | null,
  body: object,
): Answer {
  const awaited = undo && isOpen(undo) ? undo : job;
  const answer = answerJob(status, awaited, body);
  return 'body' in answer ? withVersion(answer, job.version) : answer;
}
