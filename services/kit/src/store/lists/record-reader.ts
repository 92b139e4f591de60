import { createBatcher } from '../../core/batcher.js';
import { limitDatabaseTime } from '../../core/deadline.js';
import {
  type ReadRecord,
  type RecordModel,
  type StoredRecord,
  type WantedRecord,
  withoutDerived,
} from '../records/record-model.js';
import { readBatch } from './read-batch.js';

/** As many as a page has at most. */
const maxBatch = 100;

/** The documents of those who ask for records of one workspace, by id. */
async function readRecords<T extends object>(
  model: RecordModel,
  wanted: readonly WantedRecord[],
): Promise<ReadonlyMap<string | undefined, StoredRecord<T>>> {
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const [first] = wanted;
  if (!first) return new Map();
  // The database has a shorter way to a single id.
  const filter = { _id: ids.length === 1 ? first.id : { $in: ids }, workspace_id: first.workspaceId };
  // The time that is left for the one who waits longest.
  const maxTimeMS = Math.max(...wanted.map(({ deadline }) => limitDatabaseTime(deadline).maxTimeMS));
  const bounds = { limit: ids.length, batchSize: ids.length, maxTimeMS };
  const command = { find: model.collection.name, filter, projection: withoutDerived, ...bounds };
  const documents =
    (await readBatch<StoredRecord<T>>(model, command)) ??
    (await model.find(filter, withoutDerived, bounds).lean<StoredRecord<T>[]>());
  return new Map(documents.map((document) => [document._id, document]));
}

/** Reads records by id: those of one workspace that are asked for at once with one call. When it fails, all who asked are told. */
export function createRecordReader<T extends object>(model: RecordModel): ReadRecord<T> {
  const readTogether = createBatcher<WantedRecord, ReadonlyMap<string | undefined, StoredRecord<T>>>({
    key: ({ workspaceId }) => workspaceId,
    maxBatch,
    isConcurrent: true,
    run: (wanted) => readRecords<T>(model, wanted),
  });
  return async (wanted) => {
    const document = (await readTogether(wanted)).get(wanted.id);
    // Who reads a document changes it, and another one may have asked for the same.
    return document ? { ...document } : null;
  };
}
