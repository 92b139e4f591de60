import { setTimeout as sleep } from 'node:timers/promises';
import type { Collection as DriverCollection } from 'mongoose';

export interface Index {
  readonly name: string;
  readonly keys: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
  readonly sparse?: boolean;
  /** Only records that match are in the index. */
  readonly partialFilterExpression?: Readonly<Record<string, unknown>>;
  /** Records are removed this many seconds after the indexed time. */
  readonly expireAfterSeconds?: number;
}

/** MongoDB's code for a collection that exists already. */
const namespaceExists = 48;
/** MongoDB's code for a write that conflicts with another one. */
const writeConflict = 112;

function hasCode(error: unknown, code: number): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** Whether an error says that a unique index refused the write. */
export function isDuplicateKey(error: unknown): boolean {
  return hasCode(error, 11_000);
}

/** Whether a write of many records failed for nothing but records that a unique index refused. */
export function isOnlyDuplicateKeys(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('writeErrors' in error)) return isDuplicateKey(error);
  const { writeErrors } = error;
  return isDuplicateKey(error) && Array.isArray(writeErrors) && writeErrors.every(isDuplicateKey);
}

/** MongoDB's codes for an index of the same name with other options or other keys. */
const indexConflicts = [85, 86];

/**
 * Replicas that start together create the same index at the same time; on a conflict the creation is repeated and finds the
 * index. An index that a newer version of the service defines anew replaces the old one.
 */
async function createIndex(
  collection: DriverCollection,
  { keys, ...options }: Index,
  attemptsLeft = 10,
): Promise<void> {
  try {
    await collection.createIndex({ ...keys }, options);
  } catch (error) {
    const isChanged = indexConflicts.some((code) => hasCode(error, code));
    if (attemptsLeft === 0 || !(isChanged || hasCode(error, writeConflict))) throw error;
    if (isChanged) await collection.dropIndex(options.name).catch(() => undefined);
    await sleep(50 + Math.random() * 200);
    await createIndex(collection, { keys, ...options }, attemptsLeft - 1);
  }
}

/** Creates a collection and its indexes where missing: a transaction must not create a collection implicitly. */
export async function prepareCollection(collection: DriverCollection, indexes: readonly Index[]): Promise<void> {
  try {
    await collection.conn.createCollection(collection.name);
  } catch (error) {
    if (!hasCode(error, namespaceExists)) throw error;
  }
  for (const index of indexes) await createIndex(collection, index);
}
