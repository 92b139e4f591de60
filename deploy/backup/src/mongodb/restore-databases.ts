import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import mongoose, { type mongo } from 'mongoose';
import { type CollectionContent, ContentDigest } from '../model/content-digest.js';
import type { DumpedCollection } from '../model/manifest.js';
import { readCompressed, splitDocuments } from './bson-file.js';
import { parseMetadata } from './catalog.js';
import { databaseFolder } from './dump-databases.js';

const maxBatch = 1_000;
const maxBatchBytes = 8 * 1024 * 1024;
/** Keeps the type of each number. Otherwise a double of 5 would be stored as an integer. */
const exactTypes = { promoteValues: false, promoteLongs: false, bsonRegExp: true };

export interface RestoreOptions {
  /** Returns the name of the database to write, given its name in the backup. */
  readonly rename: (database: string) => string;
  /** Whether to drop databases that have collections. Otherwise the restore refuses such a database. */
  readonly drop: boolean;
}

/** Groups documents so that each insertion has many, but not too many bytes. */
async function* toBatches(documents: AsyncIterable<Buffer>): AsyncGenerator<mongo.Document[]> {
  let batch: mongo.Document[] = [];
  let bytes = 0;
  for await (const document of documents) {
    if (batch.length === maxBatch || (batch.length > 0 && bytes + document.length > maxBatchBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(mongoose.mongo.BSON.deserialize(document, exactTypes));
    bytes += document.length;
  }
  if (batch.length > 0) yield batch;
}

async function measure(db: mongo.Db, name: string): Promise<CollectionContent> {
  const digest = new ContentDigest();
  for await (const document of db.collection<Buffer>(name).find({}, { raw: true })) digest.add(document);
  return digest.value;
}

async function restoreCollection(db: mongo.Db, folder: string, dumped: DumpedCollection): Promise<void> {
  const { database, name, documents, digest } = dumped;
  const path = join(databaseFolder(folder, database), name);
  const { options, indexes } = parseMetadata(gunzipSync(await readFile(`${path}.metadata.json.gz`)).toString('utf8'));
  await db.command({ create: name, ...options });
  for await (const batch of toBatches(splitDocuments(readCompressed(`${path}.bson.gz`)))) {
    await db.collection(name).insertMany(batch, { writeConcern: { w: 'majority' } });
  }
  // The documents come before the indexes, because an index that expires documents would remove some immediately.
  const found = await measure(db, name);
  if (found.documents !== documents || found.digest !== digest) {
    throw new Error(
      `${db.databaseName}.${name} has ${found.documents} documents that differ from the ${documents} dumped.`,
    );
  }
  const created = indexes.filter((index) => index.name !== '_id_').map(({ ns: _outdated, ...index }) => index);
  if (created.length > 0) await db.command({ createIndexes: name, indexes: created });
}

async function assertEmpty(db: mongo.Db): Promise<void> {
  const [found] = await db.listCollections({}, { nameOnly: true }).toArray();
  if (found) throw new Error(`The database ${db.databaseName} is not empty. Use --drop to replace it.`);
}

/**
 * Writes collections of a backup to databases of one MongoDB. Compares the number and the digest of their documents
 * with those of the dump.
 */
export async function restoreDatabases(
  url: string,
  folder: string,
  collections: readonly DumpedCollection[],
  { rename, drop }: RestoreOptions,
): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url, { maxPoolSize: 2, appName: 'plotline-restore' });
  const databases = [...new Set(collections.map(({ database }) => database))];
  try {
    for (const database of databases) {
      const db = client.db(rename(database));
      await (drop ? db.dropDatabase() : assertEmpty(db));
    }
    for (const dumped of collections) await restoreCollection(client.db(rename(dumped.database)), folder, dumped);
  } finally {
    await client.close();
  }
}

/** Drops the databases that a trial restore has written. */
export async function dropDatabases(url: string, databases: readonly string[]): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url, { maxPoolSize: 2, appName: 'plotline-restore' });
  try {
    for (const database of databases) await client.db(database).dropDatabase();
  } finally {
    await client.close();
  }
}
