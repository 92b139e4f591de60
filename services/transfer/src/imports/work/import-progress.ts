import { defaultPlace } from '@plotline/kit/core/caller';
import type { Job } from '@plotline/kit/tasks/job';
import { type Conversion, defaultConversion } from '../model/conversion.js';
import { chooseKeptRows } from '../model/failed-row.js';
import type { ImportCounts, ImportData, ImportInput } from '../model/import.js';
import { keepId } from '../model/keep-id.js';
import type { SourceDescription } from '../model/record-source.js';
import { addToSample } from '../model/sample-row.js';
import { createRecordMapper } from '../model/to-record.js';
import type { ChunkResult } from './import-chunk.js';
import { limitRecordTime } from './limit-record-time.js';
import type { Chunk } from './read-chunks.js';

/** Returns the description of how to read the records of an import. */
export function toSourceDescription({ resource, format, mapping }: ImportInput): SourceDescription {
  const byColumn = mapping && Object.fromEntries(mapping.map(({ column, field }) => [column, field]));
  return { resource, format, mapping: byColumn };
}

export function toConversion({ conversion = defaultConversion }: ImportInput): Conversion {
  return conversion;
}

/**
 * Creates the mapper from rows of the file to records. It reads each row within a time limit. It depends on nothing
 * that changes after the first pass through the file, so that a resumed import converts rows in the same way.
 */
export function createMapper({
  input,
  state,
  requested_by,
}: Pick<Job<ImportData>, 'input' | 'state' | 'requested_by'>) {
  const timeZone = requested_by.timeZone ?? defaultPlace.timeZone;
  const basis = { conversion: toConversion(input), evidence: state.evidence ?? [], timeZone };
  return limitRecordTime(keepId(createRecordMapper(toSourceDescription(input), basis)));
}

function addCounts(one: ImportCounts, other: ImportCounts): ImportCounts {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    failed: one.failed + other.failed,
  };
}

/** Returns the progress after another chunk, and the chunk's failed rows that must be stored. */
export function addResult(
  { input, state, counts }: Pick<Job<ImportData>, 'input' | 'state' | 'counts'>,
  { lastRecord }: Pick<Chunk, 'lastRecord'>,
  result: ChunkResult,
  now: Date,
) {
  const { kept, kept_rows, kept_length } = chooseKeptRows(state, result.failed);
  const sample = input.dry_run ? { sample: addToSample(state.sample ?? [], result.checked) } : {};
  const progress = {
    state: {
      ...state,
      row: lastRecord,
      kept_rows,
      kept_length,
      ...sample,
      recorded: (state.recorded ?? 0) + result.created.length,
      committed_at: now,
    },
    counts: addCounts(counts, result.counts),
    processed: lastRecord,
  };
  return { progress, kept };
}
