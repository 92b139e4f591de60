import type { Mode } from '../caller.js';
import type { Databases } from '../mongo/connect.js';
import { type Entry, journalCollection } from './entry.js';

export interface PostponedEntry {
  readonly id: string;
  readonly unroutable: NonNullable<Entry['unroutable']>;
  readonly due: Date;
}

/** More than are committed within a millisecond. */
const maxOfOneMoment = 5_000;
/** Entries that the database hands over at once, and the characters that the payloads of those read together have. */
const batchSize = 100;
const maxRoundLength = 8 * 1_048_576;

const toTime = ({ unpublished }: Entry) => unpublished?.getTime() ?? 0;
const inOrder = (one: Entry, next: Entry) => toTime(one) - toTime(next) || (one._id < next._id ? -1 : 1);

/** The first of the entries, as far as memory has room for them. */
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

/** Counting them exactly is not worth reading more. */
const maxCounted = 10_000;

/** The entries of the journal whose events are not yet published, of every workspace. */
export class Outbox {
  readonly #databases: Databases;

  constructor(databases: Databases) {
    this.#databases = databases;
  }

  #entries(mode: Mode) {
    return this.#databases[mode].collection<Entry>(journalCollection);
  }

  /**
   * Entries that were committed, or are due again, before `dueBefore`; oldest first, those of one moment by their ids. Up to
   * `limit` of them, fewer when they are large, or all of the oldest moment: the database returns those of one moment in any order.
   * Only those of a share, where one is given.
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

  /** Takes entries whose events the broker has confirmed out of the outbox; they stay in the journal. */
  async markPublished(mode: Mode, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#entries(mode).updateMany(
      { _id: { $in: [...ids] } },
      { $unset: { unpublished: true, share: true, unroutable: true } },
    );
  }

  /** Has those events of entries that no queue took published again when they are due. The others are published. */
  async postpone(mode: Mode, entries: readonly PostponedEntry[]): Promise<void> {
    const toUpdate = ({ id, unroutable, due }: PostponedEntry) => ({
      updateOne: { filter: { _id: id }, update: { $set: { unpublished: due, unroutable } } },
    });
    await this.#entries(mode).bulkWrite(entries.map(toUpdate), { ordered: false });
  }

  /** Entries whose events are to be published, up to 10,000; those that no queue took are among them. */
  countUnpublished(mode: Mode): Promise<number> {
    const filter = { unpublished: { $gt: new Date(0) } };
    return this.#entries(mode).countDocuments(filter, { hint: 'outbox', limit: maxCounted });
  }

  /** Entries with events that no queue takes, up to 10,000. */
  countUnroutable(mode: Mode): Promise<number> {
    const filter = { unpublished: { $gt: new Date(0) }, unroutable: { $exists: true } };
    return this.#entries(mode).countDocuments(filter, { hint: 'outbox', limit: maxCounted });
  }
}
