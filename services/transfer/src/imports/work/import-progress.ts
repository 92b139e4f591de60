import type { Job } from '@plotline/kit/tasks/job';
import { chooseKeptRows } from '../model/failed-row.js';
import type { ImportCounts, ImportData, ImportInput } from '../model/import.js';
import { createJsonMapper, createTextMapper } from '../model/to-record.js';
import type { ChunkResult } from './import-chunk.js';
import { limitRecordTime } from './limit-record-time.js';
import type { Chunk } from './read-chunks.js';

/** Creates the mapper from rows of the file to records. It reads each row within a time limit. */
export function createMapper({ resource, format, mapping }: ImportInput) {
  const byColumn = mapping && Object.fromEntries(mapping.map(({ column, field }) => [column, field]));
  const map =
    format === 'jsonl' ? createJsonMapper(resource, byColumn ?? undefined) : createTextMapper(resource, byColumn ?? {});
  return limitRecordTime(map);
}

function addCounts(one: ImportCounts, other: ImportCounts): ImportCounts {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    failed: one.failed + other.failed,
  };
}

/** Returns the progress after a further chunk, and its failed rows to store. */
export function addResult(
  { state, counts }: Pick<Job<ImportData>, 'state' | 'counts'>,
  { lastRow }: Pick<Chunk, 'lastRow'>,
  result: ChunkResult,
  now: Date,
) {
  const { kept, kept_rows, kept_length } = chooseKeptRows(state, result.failed);
  const progress = {
    state: { row: lastRow, kept_rows, kept_length, committed_at: now },
    counts: addCounts(counts, result.counts),
    processed: lastRow,
  };
  return { progress, kept };
}
