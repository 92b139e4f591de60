import { isOnlyDuplicateKeys } from '../indexes.js';
import type { GuardedUpdate } from './guarded-update.js';
import type { RecordModel } from './record-model.js';
import { neverBack } from './updated-at.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the driver's collection. Documents that bypass mongoose take a tenth of the memory and time, but aren't
 * checked.
 */
function getCollection({ db, collection }: RecordModel) {
  return db.collection<Fields>(collection.name);
}

/** Stores the documents, except those that a unique index refuses. Resolves to false if any was refused. */
export async function insertMissing(
  model: RecordModel,
  documents: readonly Fields[],
  options: object,
): Promise<boolean> {
  if (documents.length === 0) return true;
  try {
    await getCollection(model).insertMany([...documents], { ordered: false, ...options });
    return true;
  } catch (error) {
    if (isOnlyDuplicateKeys(error)) return false;
    throw error;
  }
}

/** Applies all updates in order with one database call. Resolves to the number that matched a document. */
export async function updateEach(
  model: RecordModel,
  updates: readonly GuardedUpdate[],
  options: object,
): Promise<number> {
  if (updates.length === 0) return 0;
  const writes = updates.map(({ filter, update }) => ({ updateOne: { filter, update: neverBack(update) } }));
  return (await getCollection(model).bulkWrite(writes, options)).matchedCount;
}

/**
 * Applies each update to the document that its filter matches, and creates missing documents. Makes one database call,
 * in a transaction.
 */
export async function upsertAll(model: RecordModel, updates: readonly GuardedUpdate[], options: object): Promise<void> {
  const writes = updates.map(({ filter, update }) => ({ updateOne: { filter, update, upsert: true } }));
  if (writes.length > 0) await getCollection(model).bulkWrite(writes, options);
}
