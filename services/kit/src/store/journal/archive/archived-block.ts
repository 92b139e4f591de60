import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { mongo } from 'mongoose';
import type { DeclaredCollection } from '../../indexes.js';
import type { Entry, TimelineEntry } from '../entry.js';

/** An object of the bucket, with the blocks of many records. */
export interface ArchiveObject {
  /** Key in the bucket. */
  readonly _id: string;
  readonly size: number;
  /** When it was last found to be in use. */
  readonly checked_at: Date;
}

/** Where the archived entries of one record are: a part of an object, with the key that reads it. */
export interface ArchivedBlock {
  readonly _id: string;
  readonly workspace_id: string;
  readonly subject: string;
  /** Key of the object, and the part of it in bytes. */
  readonly object: string;
  readonly start: number;
  readonly length: number;
  /** Key of the part. Without this record, nobody can read the part: that is how its entries are erased. */
  readonly secret: mongo.Binary;
  /** Times of the first and the last entry. */
  readonly from: Date;
  readonly to: Date;
  /** Number of entries by type. */
  readonly types: Readonly<Record<string, number>>;
}

export const archivedBlocks: DeclaredCollection = {
  name: 'journal_archive',
  indexes: [
    { name: 'timeline', keys: { workspace_id: 1, subject: 1, _id: 1 } },
    { name: 'object', keys: { object: 1 } },
  ],
  reset: { time: 'to' },
};

export const archiveObjects: DeclaredCollection = {
  name: 'journal_archive_objects',
  indexes: [{ name: 'unchecked', keys: { checked_at: 1 } }],
  reset: 'kept',
};

const algorithm = 'aes-256-gcm';
const [keyBytes, ivBytes, tagBytes] = [32, 12, 16];
const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/** A block's content, and the key that was made for it. */
export interface PackedEntries {
  readonly content: Buffer;
  readonly secret: mongo.Binary;
}

/** Leaves out the events, which nobody reads after a day. */
function toArchived({ events: _events, ...entry }: Entry): TimelineEntry {
  return entry;
}

function isEntry(value: object): value is TimelineEntry {
  return '_id' in value && 'subject' in value && 'type' in value && 'at' in value && value.at instanceof Date;
}

function readEntry(document: Buffer): TimelineEntry {
  const entry: object = mongo.BSON.deserialize(document);
  if (!isEntry(entry)) throw new Error('The archive contains a document that is no entry.');
  return entry;
}

/** Compresses and encrypts entries with a new key (AES-256-GCM). They can only be opened with the id of their block. */
export async function packEntries(entries: readonly Entry[], blockId: string): Promise<PackedEntries> {
  const plain = await compress(Buffer.concat(entries.map((entry) => mongo.BSON.serialize(toArchived(entry)))));
  const [key, iv] = [randomBytes(keyBytes), randomBytes(ivBytes)];
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(blockId));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { content: Buffer.concat([iv, cipher.getAuthTag(), sealed]), secret: new mongo.Binary(key) };
}

/** Opens the content of a block. Throws if it was changed, or belongs to a different block. */
export async function openEntries(
  content: Buffer,
  { _id, secret }: Pick<ArchivedBlock, '_id' | 'secret'>,
): Promise<TimelineEntry[]> {
  const [iv, tag] = [content.subarray(0, ivBytes), content.subarray(ivBytes, ivBytes + tagBytes)];
  const decipher = createDecipheriv(algorithm, secret.value(), iv).setAAD(Buffer.from(_id)).setAuthTag(tag);
  const plain = Buffer.concat([decipher.update(content.subarray(ivBytes + tagBytes)), decipher.final()]);
  const documents = await decompress(plain);
  const entries: TimelineEntry[] = [];
  // Each document starts with its length (BSON specification).
  for (let start = 0; start < documents.length; start += documents.readInt32LE(start)) {
    const document = documents.subarray(start, start + documents.readInt32LE(start));
    entries.push(readEntry(document));
  }
  return entries;
}
