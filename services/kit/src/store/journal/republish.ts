import type { Connection } from 'mongoose';
import { type Entry, journalCollection, toFirstId, toShare } from './entry.js';

/** Entries that are marked together. Entries of one moment are published in the order of their ids. */
const maxBatch = 500;

export interface RepublishOptions {
  readonly since: Date;
  readonly workspaceId?: string | undefined;
}

/** Groups the ids of entries by share. */
function groupByShare(entries: readonly Pick<Entry, '_id' | 'workspace_id'>[]): ReadonlyMap<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const { _id, workspace_id } of entries) {
    const share = toShare(workspace_id);
    groups.set(share, [...(groups.get(share) ?? []), _id]);
  }
  return groups;
}

/**
 * Puts published entries that were made since a time, and still have their events, back into the outbox in their order.
 * A relay publishes them. Resolves to their number. Call it again after an interruption; events that are published
 * twice keep their ids.
 */
export async function republish(database: Connection, { since, workspaceId }: RepublishOptions): Promise<number> {
  const entries = database.collection<Entry>(journalCollection);
  const own = workspaceId === undefined ? {} : { workspace_id: workspaceId };
  // Each batch is due a millisecond later than the one before, because the outbox is read by that time.
  const due = Date.now();
  let count = 0;
  for (let [after, batch] = [toFirstId(since.getTime()), 0]; ; batch += 1) {
    const published = { ...own, unpublished: { $exists: false }, 'events.0': { $exists: true } };
    const options = { projection: { workspace_id: 1 }, sort: { _id: 1 }, limit: maxBatch, hint: '_id_' } as const;
    const found = await entries.find({ _id: { $gt: after }, ...published }, options).toArray();
    const last = found.at(-1);
    if (last === undefined) return count;
    const unpublished = new Date(due + batch);
    const updates = [...groupByShare(found)].map(([share, ids]) => {
      return { updateMany: { filter: { _id: { $in: ids }, ...published }, update: { $set: { unpublished, share } } } };
    });
    await entries.bulkWrite(updates, { ordered: false });
    count += found.length;
    after = last._id;
  }
}
