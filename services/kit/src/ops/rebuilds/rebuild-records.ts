import type { FindOptions } from '../../store/records/record-model.js';
import type { Filter, Owned, Records, Versioned } from '../../store/records/records.js';
import type { Correction, RebuildProgress, Rebuilt } from './rebuild.js';

/** Records that are read and held in memory together. */
const defaultMaxBatch = 500;

export interface RebuildOptions<T> extends Pick<FindOptions, 'projection'> {
  readonly filter?: Filter;
  /** Default: 500. Tests use less. */
  readonly maxBatch?: number;
  /** Corrects the data derived from the record, unless it is a dry run. Resolves to what was wrong, or null. */
  readonly correct: (record: Owned<T>) => Promise<Correction | null>;
}

/** Goes through the records in the order of their ids. */
export async function rebuildRecords<T extends Versioned>(
  records: Pick<Records<Owned<T>>, 'find'>,
  progress: RebuildProgress,
  { filter = {}, projection, maxBatch = defaultMaxBatch, correct }: RebuildOptions<T>,
): Promise<Rebuilt> {
  let [checked, corrected, { after }] = [0, 0, progress];
  const { dryRun } = progress;
  const own = dryRun?.workspaceId === undefined ? {} : { workspace_id: dryRun.workspaceId };
  for (;;) {
    const options = { sort: { _id: 1 }, limit: maxBatch, ...(projection && { projection }) } as const;
    const batch = await records.find({ ...filter, ...own, _id: { $gt: after } }, options);
    const last = batch.at(-1);
    if (!last) return { checked, corrected };
    let wrong = 0;
    for (const record of batch) {
      const correction = await correct(record);
      if (!correction) continue;
      wrong += 1;
      dryRun?.onWrong({ workspace_id: record.workspace_id, id: record.id, ...correction });
    }
    after = last.id;
    checked += batch.length;
    corrected += wrong;
    await progress.advance({ after, checked: batch.length, corrected: wrong });
  }
}
