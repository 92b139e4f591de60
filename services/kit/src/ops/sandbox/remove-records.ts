import type { Connection } from 'mongoose';
import { encodeTime } from 'ulid';
import type { DeclaredCollection, ResetRule } from '../../store/indexes.js';
import type { Filter } from '../../store/records/records.js';

/** Records that are removed at once: other writers do not wait for long. */
const maxBatch = 500;

interface StoredRecord {
  readonly _id: string;
  readonly workspace_id?: string;
}

/** A collection from which a reset removes records. */
export interface ResettableCollection {
  readonly name: string;
  readonly rule: Exclude<ResetRule, 'kept'>;
}

/** The collections that a reset empties. Throws when a collection has no rule. */
export function listResettable(declared: readonly DeclaredCollection[]): ResettableCollection[] {
  return declared.flatMap(({ name, reset }) => {
    if (!reset)
      throw new Error(`${name} has no created_at: declare what a reset of the sandbox does with its records.`);
    return reset === 'kept' ? [] : [{ name, rule: reset }];
  });
}

/** Matches records from up to the start of a reset. Ids begin with a prefix and the time of their creation in milliseconds. */
function matchUntil(rule: ResettableCollection['rule'], startedAt: Date) {
  if ('time' in rule) return { [rule.time]: { $lte: startedAt } };
  return { [rule.id]: { $lt: `${rule.prefix}_${encodeTime(startedAt.getTime() + 1).toLowerCase()}` } };
}

/** Removes what matches, in chunks, and tells the number of each; `onRemoved` may throw to end it. Repeated, it removes what is left. */
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

/** Removes the records of a workspace that were created until `startedAt`, as `removeMatches` does. */
export async function removeRecords(
  database: Connection,
  { name, rule }: ResettableCollection,
  { workspaceId, startedAt }: { readonly workspaceId: string; readonly startedAt: Date },
  onRemoved: (count: number) => Promise<void>,
): Promise<void> {
  await removeMatches(database, name, { workspace_id: workspaceId, ...matchUntil(rule, startedAt) }, onRemoved);
}

/** The workspaces that have records in one of the collections. */
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
