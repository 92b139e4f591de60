import { conflict } from '@plotline/kit/core/errors';
import type { Job } from '@plotline/kit/tasks/job';
import type { ImportData } from '../model/import.js';
import type { Chunk } from './read-chunks.js';

/** One hour shorter than the time for which the service that owns the records keeps its responses. */
const answerKeptMs = 23 * 3_600_000;

function hasExternalId(record: string): boolean {
  const { external_id }: { readonly external_id?: unknown } = JSON.parse(record);
  return typeof external_id === 'string';
}

/** Returns whether repeating an imported chunk would store its rows again as new records. */
function createsAlways({ mode, dry_run, on_duplicate }: ImportData['input'], { rows }: Chunk): boolean {
  if (mode !== 'create' || dry_run || (on_duplicate ?? 'create') !== 'create') return false;
  return rows.some(({ record, faults }) => faults.length === 0 && !hasExternalId(record));
}

/**
 * Must be called before the first chunk of a run, because an earlier run may have sent this chunk. Throws CONFLICT if
 * the earlier call may be so old that its response is no longer stored. In that case, the rows could be stored twice.
 */
export function assertRepeatable(
  { input, state, started_at }: Pick<Job<ImportData>, 'input' | 'state' | 'started_at'>,
  chunk: Chunk,
  now: Date,
): void {
  const begunAt = state.row === 0 ? started_at : state.committed_at;
  if (!begunAt || now.getTime() - begunAt.getTime() < answerKeptMs || !createsAlways(input, chunk)) return;
  const uncertain = `rows ${chunk.firstRow} to ${chunk.lastRow}`;
  throw conflict(
    `The import was interrupted for more than 23 hours, and ${uncertain} may have been imported before. The results of the rows before these are known. Find out which later rows are missing, and import only these.`,
  );
}
