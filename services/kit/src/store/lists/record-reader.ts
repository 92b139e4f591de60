import { createBatcher } from '../../core/batcher.js';
import { limitDatabaseTime } from '../../core/time.js';
import {
  type ReadRecord,
  type RecordModel,
  type StoredRecord,
  type WantedRecord,
  withoutDerived,
} from '../records/record-model.js';
import { readBatch } from './read-batch.js';

/** Largest size of a page. */
const maxBatch = 100;

/** Reads the requested records of one workspace, by id. */
async function readRecords<T extends object>(
  model: RecordModel,
  wanted: readonly WantedRecord[],
): Promise<ReadonlyMap<string | undefined, StoredRecord<T>>> {
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const [first] = wanted;
  if (!first) return new Map();
  // The database finds a single id faster by equality.
  const filter = { _id: ids.length === 1 ? first.id : { $in: ids }, workspace_id: first.workspaceId };
  // Latest deadline of all waiting callers.
  const maxTimeMS = Math.max(...wanted.map(({ deadline }) => limitDatabaseTime(deadline).maxTimeMS));
  const bounds = { limit: ids.length, batchSize: ids.length, maxTimeMS };
  const command = { find: model.collection.name, filter, projection: withoutDerived, ...bounds };
  const documents =
    (await readBatch<StoredRecord<T>>(model, command)) ??
    (await model.find(filter, withoutDerived, bounds).lean<StoredRecord<T>[]>());
  return new Map(documents.map((document) => [document._id, document]));
}

/**
 * Creates a function that reads a record by id. Records that are requested together in one workspace are read with one
 * call. A failure rejects all of them.
 */
export function createRecordReader<T extends object>(model: RecordModel): ReadRecord<T> {
  const readTogether = createBatcher<WantedRecord, ReadonlyMap<string | undefined, StoredRecord<T>>>({
    key: ({ workspaceId }) => workspaceId,
    maxBatch,
    isConcurrent: true,
    run: (wanted) => readRecords<T>(model, wanted),
  });
  return async (wanted) => {
    const document = (await readTogether(wanted)).get(wanted.id);
    // Returns a copy, because one reader may change the record while another reader also has it.
    return document ? { ...document } : null;
  };
}
