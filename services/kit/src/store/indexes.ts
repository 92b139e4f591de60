import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Collection as DriverCollection } from 'mongoose';

export interface Index {
  /** Name in the code. Queries pass it to `hint`. */
  readonly name: string;
  /**
   * By default, 1. A changed definition gets the next version. Its index is stored beside the old one, under a
   * different name. A migration drops the old index one release later.
   */
  readonly version?: number;
  readonly keys: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
  readonly sparse?: boolean;
  /** Limits the index to matching records. */
  readonly partialFilterExpression?: Readonly<Record<string, unknown>>;
  /** Seconds after the indexed time when records are removed. */
  readonly expireAfterSeconds?: number;
  /** Previous definition, kept for one release. */
  readonly former?: FormerIndex;
}

/**
 * Previous definition of an index. The previous release needs it to start. A new database gets it too, so that you can
 * go back to that release.
 */
type FormerIndex = Omit<Index, 'name' | 'version' | 'former'>;

/** MongoDB's code for a collection that already exists. */
const namespaceExists = 48;
/** MongoDB's code for a write that conflicts with a concurrent one. */
const writeConflict = 112;

function hasCode(error: unknown, code: number): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** Returns whether an error means that a unique index refused the write. */
export function isDuplicateKey(error: unknown): boolean {
  return hasCode(error, 11_000);
}

/** Returns whether a write of several records failed only because a unique index refused some of them. */
export function isOnlyDuplicateKeys(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('writeErrors' in error)) return isDuplicateKey(error);
  const { writeErrors } = error;
  return isDuplicateKey(error) && Array.isArray(writeErrors) && writeErrors.every(isDuplicateKey);
}

/** MongoDB's codes for an index with the same name but other options or keys. */
const indexConflicts = [85, 86];

/**
 * Rule for a sandbox reset: keep all records of a collection, or remove those from before the start of the reset. Their
 * age comes from a time field, or from an id field whose ids `newId` created with the given prefix.
 */
export type ResetRule = 'kept' | { readonly time: string } | { readonly id: string; readonly prefix: string };

/** A collection of a service, for the migration job. */
export interface DeclaredCollection {
  readonly name: string;
  readonly indexes: readonly Index[];
  /** Rule for sandbox resets. Without one, the service can't reset its sandbox. */
  readonly reset?: ResetRule;
}

/** Returns the stored name of an index: `status` for the first definition, `status_2` for the second. */
export function toStoredName({ name, version = 1 }: Pick<Index, 'name' | 'version'>): string {
  return version === 1 ? name : `${name}_${version}`;
}

/** Creates a collection if it is missing, because a transaction must not create one implicitly. */
export async function createCollection(database: Connection, { name }: DeclaredCollection): Promise<void> {
  try {
    await database.createCollection(name);
  } catch (error) {
    if (!hasCode(error, namespaceExists)) throw error;
  }
}

/**
 * Creates an index. Retries if it conflicts with a process that also creates indexes. Throws if the database has a
 * different definition under this name, because both are needed while two releases of the service run.
 */
async function createIndex(
  collection: DriverCollection,
  { keys, name, version, former: _former, ...options }: Index,
  attemptsLeft = 10,
): Promise<void> {
  const storedName = toStoredName({ name, ...(version && { version }) });
  try {
    await collection.createIndex({ ...keys }, { ...options, name: storedName });
  } catch (error) {
    if (indexConflicts.some((code) => hasCode(error, code))) {
      const message = `The index ${storedName} of ${collection.name} has another definition: give the new one another version.`;
      throw new Error(message, { cause: error });
    }
    if (attemptsLeft === 0 || !hasCode(error, writeConflict)) throw error;
    await sleep(50 + Math.random() * 200);
    await createIndex(collection, { keys, name, ...(version && { version }), ...options }, attemptsLeft - 1);
  }
}

/** Creates the missing indexes of a collection. Drops none, because an earlier release of the service may use them. */
export async function createIndexes(database: Connection, { name, indexes }: DeclaredCollection): Promise<void> {
  for (const index of indexes) {
    await createIndex(database.collection(name), index);
    const { former, name: indexName, version = 1 } = index;
    if (former) await createIndex(database.collection(name), { ...former, name: indexName, version: version - 1 });
  }
}

/** An index as the database lists it; with `indexBuildInfo` while it is being built. */
export interface ListedIndex {
  readonly spec: { readonly name: string };
  readonly indexBuildInfo?: object;
}

/** Returns the stored names of usable indexes. The database also lists indexes that are still being built. */
export function namesOfBuilt(listed: readonly ListedIndex[]): ReadonlySet<string> {
  return new Set(listed.filter(({ indexBuildInfo }) => !indexBuildInfo).map(({ spec }) => spec.name));
}

async function findBuilt(database: Connection, collection: string): Promise<ReadonlySet<string>> {
  const command = { listIndexes: collection, cursor: {}, includeIndexBuildInfo: true };
  const listed = database.getClient().db(database.name).runCursorCommand(command);
  return namesOfBuilt(await listed.toArray());
}

/**
 * Lists what a database lacks of the declared collections: `leads`, or `leads.status` for an index. An index under
 * construction counts as missing, because creating it again waits until it is built.
 */
export async function findMissing(
  database: Connection,
  declared: readonly DeclaredCollection[],
): Promise<readonly string[]> {
  const existing = new Set((await database.listCollections()).map(({ name }) => name));
  const missing: string[] = [];
  for (const { name, indexes } of declared) {
    if (!existing.has(name)) missing.push(name);
    else if (indexes.length > 0) {
      const built = await findBuilt(database, name);
      const absent = indexes.map(toStoredName).filter((storedName) => !built.has(storedName));
      missing.push(...absent.map((storedName) => `${name}.${storedName}`));
    }
  }
  return missing;
}
