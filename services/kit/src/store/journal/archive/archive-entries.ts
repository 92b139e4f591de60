import { Readable } from 'node:stream';
import type { Connection } from 'mongoose';
import type { Mode } from '../../../core/caller.js';
import { newId } from '../../../core/ids.js';
import type { Bucket } from '../../../objects/bucket.js';
import type { Databases } from '../../connection/connect.js';
import { runInTransaction } from '../../transactions/transaction.js';
import { type Entry, journalCollection, toFirstId } from '../entry.js';
import {
  type ArchivedBlock,
  type ArchiveObject,
  archivedBlocks,
  archiveObjects,
  packEntries,
} from './archived-block.js';

/** Where entries are archived, and when. */
export interface ArchiveLocation {
  readonly bucket: Bucket;
  /** Age at which an entry is archived, in days. 0 archives no further entries. */
  readonly days: number;
}

export interface ArchivingOptions extends ArchiveLocation {
  readonly databases: Databases;
}

/** Maximum entries of a batch that are looked at, and entries of one block. */
const [maxCandidates, maxBlockEntries] = [1_000, 500];
/** Size from which an object gets no further block. */
const objectBytes = 8 * 1_048_576;
/** Maximum entries that one transaction moves. MongoDB recommends transactions of up to 1,000 documents. */
const maxMovedTogether = 500;
const commitMs = 20_000;
const dayMs = 86_400_000;

/** Result of a batch. */
export interface ArchivedBatch {
  /** Id of the last entry that was looked at. */
  readonly after: string;
  /** Number of entries that were archived. */
  readonly moved: number;
}

type Subject = Pick<Entry, 'workspace_id' | 'subject'>;

/** A block, and the entries that it replaces. */
interface PackedBlock {
  readonly block: ArchivedBlock;
  readonly ids: readonly string[];
}

/** The entries of a record have changed since they were read. */
class EntriesChanged extends Error {
  readonly blockId: string;

  constructor(blockId: string) {
    super('The entries were erased or moved.');
    this.blockId = blockId;
  }
}

function countTypes(entries: readonly Entry[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of entries) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Groups blocks that are committed together. */
function groupByEntries(packed: readonly PackedBlock[]): PackedBlock[][] {
  const groups: PackedBlock[][] = [];
  let entries = maxMovedTogether;
  for (const one of packed) {
    if (entries + one.ids.length > maxMovedTogether) {
      groups.push([]);
      entries = 0;
    }
    groups.at(-1)?.push(one);
    entries += one.ids.length;
  }
  return groups;
}

/** Moves old entries of the journal to objects of a bucket. */
export class EntryArchiver {
  readonly #options: ArchivingOptions;

  constructor(options: ArchivingOptions) {
    this.#options = options;
  }

  /**
   * Moves the entries of the next records whose oldest entry is older than the limit, with all their entries that are
   * at least half as old. So a record is archived once in half the time, and has few blocks. `after` is the result of
   * the previous call. Resolves to undefined when no further entry is old enough.
   *
   * The object is stored and verified before any entry is deleted. If the process stops between, the object stays
   * without blocks and is removed later, and the entries are archived again.
   */
  async archiveBatch(mode: Mode, now: Date, after = ''): Promise<ArchivedBatch | undefined> {
    const { databases, days } = this.#options;
    if (days === 0) return undefined;
    const database = databases[mode];
    const toFirstAfter = (age: number) => toFirstId(now.getTime() - age * dayMs);
    const old = { _id: { $gt: after, $lt: toFirstAfter(days) }, unpublished: { $exists: false } };
    const projection = { workspace_id: 1, subject: 1 } as const;
    const options = { projection, sort: { _id: 1 }, limit: maxCandidates, hint: '_id_' } as const;
    const candidates = await database.collection<Entry>(journalCollection).find(old, options).toArray();
    const last = candidates.at(-1);
    if (!last) return undefined;
    const subjects = new Map(candidates.map((one) => [`${one.workspace_id} ${one.subject}`, one]));
    let moved = 0;
    for (let rest = [...subjects.values()]; rest.length > 0; ) {
      const written = await this.#writeObject(mode, rest, toFirstAfter(days / 2));
      moved += await this.#moveEntries(database, written.blocks);
      rest = rest.slice(written.subjects);
    }
    return { after: last._id, moved };
  }

  /** Stores the entries of the first subjects in one object. Resolves to its blocks, and the number of subjects. */
  async #writeObject(mode: Mode, subjects: readonly Subject[], before: string) {
    const { databases, bucket } = this.#options;
    const database = databases[mode];
    // Several services and modes can share a bucket.
    const object = `journal/${database.name}/${newId('arc')}`;
    const blocks: PackedBlock[] = [];
    const contents: Buffer[] = [];
    let [size, written] = [0, 0];
    for (const subject of subjects) {
      if (size >= objectBytes) break;
      written += 1;
      for await (const entries of eachBlockful(database, subject, before)) {
        const packed = await packBlock(subject, entries, { object, start: size });
        blocks.push(packed);
        contents.push(packed.content);
        size += packed.content.length;
        // A later round archives the rest of a very long timeline.
        if (size >= objectBytes) break;
      }
    }
    if (size > 0) {
      const objects = database.collection<ArchiveObject>(archiveObjects.name);
      await objects.insertOne({ _id: object, size, checked_at: new Date() });
      await storeVerified(bucket, object, Buffer.concat(contents));
    }
    return { blocks, subjects: written };
  }

  /** Replaces the entries by the blocks, except where they were erased or moved in the meantime. */
  async #moveEntries(database: Connection, packed: readonly PackedBlock[]): Promise<number> {
    let moved = 0;
    for (let group of groupByEntries(packed)) {
      while (group.length > 0) {
        try {
          await replaceEntries(database, group);
          break;
        } catch (error) {
          if (!(error instanceof EntriesChanged)) throw error;
          group = group.filter(({ block }) => block._id !== error.blockId);
        }
      }
      moved += group.reduce((sum, { ids }) => sum + ids.length, 0);
    }
    return moved;
  }
}

/** Yields the published entries of a record that are old enough, in blocks, in the order of the timeline. */
async function* eachBlockful(
  database: Connection,
  { workspace_id, subject }: Subject,
  before: string,
): AsyncGenerator<Entry[]> {
  const filter = { workspace_id, subject, _id: { $lt: before }, unpublished: { $exists: false } };
  let entries: Entry[] = [];
  for await (const entry of database.collection<Entry>(journalCollection).find(filter, { hint: 'timeline' })) {
    entries.push(entry);
    if (entries.length < maxBlockEntries) continue;
    yield entries;
    entries = [];
  }
  if (entries.length > 0) yield entries;
}

async function packBlock(
  { workspace_id, subject }: Subject,
  entries: readonly Entry[],
  place: Pick<ArchivedBlock, 'object' | 'start'>,
): Promise<PackedBlock & { readonly content: Buffer }> {
  const _id = newId('blk');
  const { content, secret } = await packEntries(entries, _id);
  const times = entries.map(({ at }) => at.getTime());
  const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const types = countTypes(entries);
  const block = { _id, workspace_id, subject, ...place, length: content.length, secret, from, to, types };
  return { block, content, ids: entries.map(({ _id: id }) => id) };
}

/** Stores an object and reads it back. Throws if it has another content. */
async function storeVerified(bucket: Bucket, key: string, content: Buffer): Promise<void> {
  await bucket.put(key, Readable.from([content]));
  let start = 0;
  for await (const chunk of bucket.read(key)) {
    if (!chunk.equals(content.subarray(start, start + chunk.length))) throw new Error(`The bucket changed ${key}.`);
    start += chunk.length;
  }
  if (start !== content.length) throw new Error(`The bucket stored only a part of ${key}.`);
}

/**
 * Inserts the blocks and deletes their entries in one transaction. Throws EntriesChanged if a record no longer has one
 * of the entries: it was erased, or merged with another record.
 */
async function replaceEntries(database: Connection, packed: readonly PackedBlock[]): Promise<void> {
  const entries = database.collection<Entry>(journalCollection);
  const blocks = database.collection<ArchivedBlock>(archivedBlocks.name);
  await runInTransaction(database, Date.now() + commitMs, async (session) => {
    for (const { block, ids } of packed) {
      const { workspace_id, subject } = block;
      const filter = { _id: { $in: [...ids] }, workspace_id, subject };
      const { deletedCount } = await entries.deleteMany(filter, { session });
      if (deletedCount !== ids.length) throw new EntriesChanged(block._id);
    }
    await blocks.insertMany(
      packed.map(({ block }) => block),
      { session },
    );
  });
}
