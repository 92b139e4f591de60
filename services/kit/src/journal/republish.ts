import type { Connection } from 'mongoose';
import { type Entry, journalCollection } from './entry.js';
import { toFirstId } from './event-expiry.js';

/** Entries that are marked together; those of one moment are published in the order of their ids. */
const maxBatch = 500;

export interface RepublishOptions {
  readonly since: Date;
  readonly workspaceId?: string | undefined;
}

/**
 * Puts published entries back into the outbox, in their order: those that were made since, and still have their events. A relay publishes
 * them. Interrupted, it is to be called again; what was published twice has the same ids. Resolves to the number of entries.
 */
export async function republish(database: Connection, { since, workspaceId }: RepublishOptions): Promise<number> {
  const entries = database.collection<Entry>(journalCollection);
  const own = workspaceId === undefined ? {} : { workspace_id: workspaceId };
  // Later batches are due later, by a millisecond: the outbox is read by that time.
  const due = Date.now();
  let count = 0;
  for (let [after, batch] = [toFirstId(since.getTime()), 0]; ; batch += 1) {
    const published = { ...own, unpublished: { $exists: false }, 'events.0': { $exists: true } };
    const options = { projection: { _id: 1 }, sort: { _id: 1 }, limit: maxBatch, hint: '_id_' } as const;
    const ids = (await entries.find({ _id: { $gt: after }, ...published }, options).toArray()).map(({ _id }) => _id);
    const last = ids.at(-1);
    if (last === undefined) return count;
    await entries.updateMany({ _id: { $in: ids }, ...published }, { $set: { unpublished: new Date(due + batch) } });
    count += ids.length;
    after = last;
  }
}
