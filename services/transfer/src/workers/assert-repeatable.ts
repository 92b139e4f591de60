import { conflict } from '@plotline/kit/core/errors';
import type { Job } from '@plotline/kit/tasks/job';
import type { ImportData } from '../domain/import.js';
import type { Chunk } from './import-chunks.js';

/** An hour less than the service that owns the records keeps what it has answered. */
const answerKeptMs = 23 * 3_600_000;

function hasExternalId(record: string): boolean {
  const { external_id }: { readonly external_id?: unknown } = JSON.parse(record);
  return typeof external_id === 'string';
}

/** Whether rows of the chunk that were imported before would be stored as records of their own again. */
function createsAlways({ mode, dry_run, on_duplicate }: ImportData['input'], { rows }: Chunk): boolean {
  if (mode !== 'create' || dry_run || (on_duplicate ?? 'create') !== 'create') return false;
  return rows.some(({ record }) => !hasExternalId(record));
}

/**
 * To be asked before the first chunk of a run. Throws CONFLICT when a former run may have sent it so long ago that its answer, by which
 * it is known, is kept no longer, and its rows would be stored twice.
 */
export function assertRepeatable(
  { input, state, started_at }: Pick<Job<ImportData>, 'input' | 'state' | 'started_at'>,
  chunk: Chunk,
  now: Date,
): void {
  const begunAt = state.row === 0 ? started_at : state.committed_at;
  if (!begunAt || now.getTime() - begunAt.getTime() < answerKeptMs || !createsAlways(input, chunk)) return;
  const uncertain = `rows ${state.row + 1} to ${chunk.lastRow}`;
  throw conflict(
    `The import was interrupted for more than 23 hours, and ${uncertain} may have been imported before; what became of the rows up to ${state.row} is known. Look which of the later ones are missing, and import these.`,
  );
}
