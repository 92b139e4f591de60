import type { Connection } from 'mongoose';
import type { Mode } from '../../core/caller.js';
import type { Databases } from '../connection/connect.js';
import { type Entry, journalCollection, toFirstId, toShare } from './entry.js';

export interface PostponedEntry {
  readonly id: string;
  readonly unroutable: NonNullable<Entry['unroutable']>;
  readonly due: Date;
}

/** Maximum entries that are read for one moment. More than can be committed within a millisecond. */
const maxOfOneMoment = 5_000;
/** Entries per batch of the database, and the total characters of payloads that are read together. */
const batchSize = 100;
const maxRoundLength = 8 * 1_048_576;

const toTime = ({ unpublished }: Entry) => unpublished?.getTime() ?? 0;
const inOrder = (one: Entry, next: Entry) => toTime(one) - toTime(next) || (one._id < next._id ? -1 : 1);

/** Reads the first entries, up to the size that fits into memory. */
async function readRound(entries: AsyncIterable<Entry>): Promise<{ found: Entry[]; isCut: boolean }> {
  const found: Entry[] = [];
  let length = 0;
  for await (const entry of entries) {
    found.push(entry);
    for (const { payload } of entry.events) length += payload.length;
    if (length > maxRoundLength) return { found, isCut: true };
  }
  return { found, isCut: false };
}

/** Limit of an exact count. Counting further isn't worth the reads. */
const maxCounted = 10_000;

/** Journal entries of all workspaces whose events are not yet published. */
export class Outbox {
  readonly #databases: Databases;

  constructor(databases: Databases) {
    this.#databases = databases;
  }

  #entries(mode: Mode) {
    return this.#databases[mode].collection<Entry>(journalCollection);
  }

  /**
   * Finds entries that became due before `dueBefore` because they were committed or postponed, oldest first, and by id
   * within the same moment. With `share`, only finds entries of that share. Returns up to `limit` entries, and fewer if
   * they are large. Returns all entries of the oldest moment even beyond `limit`, because the database returns entries
   * of one moment in any order.
   */
  async findDue(mode: Mode, dueBefore: Date, limit: number, share?: number): Promise<Entry[]> {
    const ofShare = share === undefined ? {} : { share };
    const hint = share === undefined ? 'outbox' : 'outbox_shares';
    const find = (due: { readonly $lte: Date }, max: number) => {
      const options = { sort: { unpublished: 1 }, limit: max, batchSize, hint } as const;
      return readRound(this.#entries(mode).find({ ...ofShare, unpublished: due }, options));
    };
    const { found, isCut } = await find({ $lte: dueBefore }, limit);
    const last = found.at(-1)?.unpublished;
    if ((found.length < limit && !isCut) || !last || limit === 1) return found.sort(inOrder);
    const complete = found.filter((entry) => toTime(entry) < last.getTime());
    return (complete.length > 0 ? complete : (await find({ $lte: last }, maxOfOneMoment)).found).sort(inOrder);
  }

  /** Removes entries from the outbox after the broker has confirmed their events. The entries remain in the journal. */
  async markPublished(mode: Mode, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#entries(mode).updateMany(
      { _id: { $in: [...ids] } },
      { $unset: { unpublished: true, share: true, unroutable: true } },
    );
  }

  /**
   * Schedules the events that no queue accepted for another attempt. The other events of these entries are published.
   */
  async postpone(mode: Mode, entries: readonly PostponedEntry[]): Promise<void> {
    const toUpdate = ({ id, unroutable, due }: PostponedEntry) => ({
      updateOne: { filter: { _id: id }, update: { $set: { unpublished: due, unroutable } } },
    });
    await this.#entries(mode).bulkWrite(entries.map(toUpdate), { ordered: false });
  }

  /** Counts entries with unpublished events, up to 10,000, including those that no queue accepted. */
  countUnpublished(mode: Mode): Promise<number> {
    const filter = { unpublished: { $gt: new Date(0) } };
    return this.#entries(mode).countDocuments(filter, { hint: 'outbox', limit: maxCounted });
  }

  /** Counts entries with events that no queue accepts, up to 10,000. */
  countUnroutable(mode: Mode): Promise<number> {
    const filter = { unpublished: { $gt: new Date(0) }, unroutable: { $exists: true } };
    return this.#entries(mode).countDocuments(filter, { hint: 'outbox', limit: maxCounted });
  }
}

/** Maximum entries that are marked together. Entries of one moment are published in the order of their ids. */
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
 * Puts published entries back into the outbox in their order, if they were made since a time and still have their
 * events. A relay then publishes them. Resolves to their number. Call it again after an interruption; events that are
 * published twice keep their ids.
 */
export async function republish(database: Connection, { since, workspaceId }: RepublishOptions): Promise<number> {
  const entries = database.collection<Entry>(journalCollection);
  const own = workspaceId === undefined ? {} : { workspace_id: workspaceId };
  // Each batch is due a millisecond after the previous one, because all entries that are due at the same moment are
  // read together.
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
