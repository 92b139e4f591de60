import type { FindOptions } from './find-options.js';
import type { Filter, Records, Versioned } from './records.js';

/** Records that are read, and held in memory, together. */
const maxBatch = 500;

/** The matches one after the other, for work on more of them than memory holds. Those that are deleted meanwhile are left out. */
export async function* eachRecord<T extends Versioned>(
  records: Pick<Records<T>, 'ids' | 'find'>,
  filter: Filter = {},
  { hint, ...options }: Pick<FindOptions, 'hint' | 'projection' | 'session'> = {},
): AsyncGenerator<T> {
  let batch: string[] = [];
  const { session } = options;
  for await (const id of records.ids(filter, { ...(hint !== undefined && { hint }), ...(session && { session }) })) {
    batch.push(id);
    if (batch.length < maxBatch) continue;
    yield* await records.find({ _id: { $in: batch } }, options);
    batch = [];
  }
  yield* await records.find({ _id: { $in: batch } }, options);
}
