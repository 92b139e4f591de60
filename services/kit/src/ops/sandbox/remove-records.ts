import type { Connection } from 'mongoose';
import { encodeTime } from 'ulid';
import type { DeclaredCollection, ResetRule } from '../../store/indexes.js';
import type { Filter } from '../../store/records/records.js';

/** Records removed at once, so that other writers don't wait long. */
const maxBatch = 500;

interface StoredRecord {
  readonly _id: string;
  readonly workspace_id?: string;
}

/** A collection that a reset removes records from. */
export interface ResettableCollection {
  readonly name: string;
  readonly rule: Exclude<ResetRule, 'kept'>;
}

/** Lists the collections that a reset empties. Throws when a collection has no rule. */
export function listResettable(declared: readonly DeclaredCollection[]): ResettableCollection[] {
  return declared.flatMap(({ name, reset }) => {
    if (!reset) throw new Error(`${name} has no created_at: declare the rule for a reset of the sandbox.`);
    return reset === 'kept' ? [] : [{ name, rule: reset }];
  });
}

/**
 * Matches records created up to the start of a reset. Ids start with a prefix and the time of their creation in
 * milliseconds.
 */
function matchUntil(rule: ResettableCollection['rule'], startedAt: Date) {
  if ('time' in rule) return { [rule.time]: { $lte: startedAt } };
  return { [rule.id]: { $lt: `${rule.prefix}_${encodeTime(startedAt.getTime() + 1).toLowerCase()}` } };
}

/**
 * Removes the matches in chunks and reports the size of each chunk; `onRemoved` may throw to end it. A repeated call
 * removes the rest.
 */
export async function removeMatches(
  database: Connection,
  name: string,
  filter: Filter,
  onRemoved: (count: number) => Promise<void> | void,
): Promise<void> {
  const collection = database.collection<StoredRecord>(name);
  for (;;) {
    const found = await collection.find(filter, { projection: { _id: 1 }, limit: maxBatch }).toArray();
    if (found.length === 0) return;
    const { deletedCount } = await collection.deleteMany({ ...filter, _id: { $in: found.map(({ _id }) => _id) } });
    await onRemoved(deletedCount);
  }
}

/** Removes the records of a workspace that were created up to `startedAt`, like `removeMatches`. */
export async function removeRecords(
  database: Connection,
  { name, rule }: ResettableCollection,
  { workspaceId, startedAt }: { readonly workspaceId: string; readonly startedAt: Date },
  onRemoved: (count: number) => Promise<void>,
): Promise<void> {
  await removeMatches(database, name, { workspace_id: workspaceId, ...matchUntil(rule, startedAt) }, onRemoved);
}

/** Lists the workspaces that have records in one of the collections. */
export async function listWorkspaces(database: Connection, collections: readonly string[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const name of collections) {
    const rows = database
      .collection<StoredRecord>(name)
      .aggregate<{ readonly _id: string | null }>([{ $group: { _id: '$workspace_id' } }]);
    for await (const { _id } of rows) if (_id !== null) ids.add(_id);
  }
  return [...ids];
}
