import type { Job } from '@plotline/kit/tasks/job';
import type { RunJob } from '@plotline/kit/tasks/job-work';
import { RemovalOutcome } from '@plotline/protos/plotline/records/v1/records';
import type { RecordRemover } from '../../peers/record-remover.js';
import type { UndoCounts, UndoData } from '../model/undo.js';
import type { CreatedChunk, CreatedRecords } from '../store/created-records.js';
import { callPatiently } from './import-chunk.js';
import { defaultPausesMs } from './run-import.js';

/** Maximum number of records in one call. */
const maxBatch = 100;

export interface UndoRunOptions {
  readonly recordRemover: RecordRemover;
  readonly createdRecords: Pick<CreatedRecords, 'findNext'>;
  /** Pauses before a call is repeated while the service that owns the records is unavailable. */
  readonly pausesMs?: readonly number[];
}

const counted: Readonly<Partial<Record<RemovalOutcome, keyof UndoCounts>>> = {
  [RemovalOutcome.REMOVAL_OUTCOME_REMOVED]: 'removed',
  [RemovalOutcome.REMOVAL_OUTCOME_CHANGED]: 'changed',
  [RemovalOutcome.REMOVAL_OUTCOME_HAS_DEAL]: 'has_deal',
  [RemovalOutcome.REMOVAL_OUTCOME_HAS_UNITS]: 'has_units',
  [RemovalOutcome.REMOVAL_OUTCOME_MERGED]: 'merged',
  [RemovalOutcome.REMOVAL_OUTCOME_DELETED]: 'deleted',
};

/**
 * Adds the outcomes to the counts. An outcome that this release doesn't know counts as changed, because the record was
 * not removed.
 */
export function countOutcomes(counts: UndoCounts, outcomes: readonly RemovalOutcome[]): UndoCounts {
  const sums = { ...counts };
  for (const outcome of outcomes) sums[counted[outcome] ?? 'changed'] += 1;
  return sums;
}

/** Returns the progress after more outcomes of a chunk. */
function addOutcomes(
  { state, counts, processed }: Pick<Job<UndoData>, 'state' | 'counts' | 'processed'>,
  { row, ids }: Pick<CreatedChunk, 'row' | 'ids'>,
  outcomes: readonly RemovalOutcome[],
) {
  const handled = state.handled + outcomes.length;
  return {
    state: handled >= ids.length ? { row, handled: 0 } : { ...state, handled },
    counts: countOutcomes(counts, outcomes),
    processed: processed + outcomes.length,
  };
}

/**
 * Creates the job that removes the records that an import has created. It works in batches and continues after the last
 * committed batch. A worker that continues after a crash repeats at most one call, with the same outcomes.
 */
export function createRunUndo(options: UndoRunOptions): RunJob<UndoData> {
  const { recordRemover, createdRecords, pausesMs = defaultPausesMs } = options;
  return async (job, context) => {
    const { about, resource } = job.input;
    let done: Pick<Job<UndoData>, 'state' | 'counts' | 'processed'> = job;
    for (;;) {
      const chunk = await createdRecords.findNext(context.caller(), about, done.state.row);
      if (!chunk) return undefined;
      const ids = chunk.ids.slice(done.state.handled, done.state.handled + maxBatch);
      const request = { import_id: about, resource, ids };
      const outcomes = await callPatiently({ ...context, pausesMs }, () =>
        recordRemover.removeImported(context.caller(), request),
      );
      if (outcomes.length !== ids.length)
        throw new Error('The answer and the request differ in their number of records.');
      done = addOutcomes(done, chunk, outcomes);
      await context.commit(done);
    }
  };
}
