import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import { ContentDigest } from '../model/content-digest.js';
import type { DumpedCollection, DumpedDatabases } from '../model/manifest.js';
import { writeCompressed } from './bson-file.js';
import { type CatalogEntry, isSameCatalog, readCatalog, toMetadata } from './catalog.js';

/** MongoDB's error codes for a snapshot that it no longer keeps: SnapshotTooOld and SnapshotUnavailable. */
const lostSnapshotCodes: ReadonlySet<unknown> = new Set([239, 246]);
const maxAttempts = 3;

/** Error of a dump that failed because the databases changed. A new attempt can succeed. */
class SnapshotLost extends Error {}

/** Returns the folder of a database in a backup. */
export const databaseFolder = (folder: string, database: string) => join(folder, 'mongodb', database);

async function dumpCollection(
  client: mongo.MongoClient,
  session: mongo.ClientSession,
  folder: string,
  entry: CatalogEntry,
): Promise<DumpedCollection> {
  const { database, name } = entry;
  const digest = new ContentDigest();
  const cursor = client.db(database).collection<Buffer>(name).find({}, { session, raw: true });
  async function* readDocuments(): AsyncGenerator<Uint8Array> {
    for await (const document of cursor) {
      digest.add(document);
      yield document;
    }
  }
  const path = join(databaseFolder(folder, database), name);
  await writeCompressed(`${path}.bson.gz`, readDocuments());
  await writeCompressed(`${path}.metadata.json.gz`, [Buffer.from(toMetadata(entry))]);
  return { database, name, ...digest.value };
}

/** Returns the session's snapshot time in seconds. The driver has this property, but doesn't declare it. */
function readMoment(session: mongo.ClientSession): number {
  const time: unknown = Reflect.get(session, 'snapshotTime');
  const high: unknown = time instanceof Object ? Reflect.get(time, 'high') : undefined;
  return Number(high ?? 0);
}

async function dumpOnce(
  client: mongo.MongoClient,
  databases: readonly string[],
  folder: string,
): Promise<DumpedDatabases> {
  const catalog = await readCatalog(client, databases);
  // All reads of the session show the state at its first read, in all databases.
  const session = client.startSession({ snapshot: true });
  try {
    const collections: DumpedCollection[] = [];
    for (const database of databases) await mkdir(databaseFolder(folder, database), { recursive: true, mode: 0o700 });
    for (const entry of catalog) collections.push(await dumpCollection(client, session, folder, entry));
    // A migration may have created a collection meanwhile, which the dump would miss.
    if (!isSameCatalog(catalog, await readCatalog(client, databases))) {
      throw new SnapshotLost('Collections or indexes changed during the dump.');
    }
    return { cluster_time: readMoment(session), collections };
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError && lostSnapshotCodes.has(error.code)) {
      throw new SnapshotLost('MongoDB no longer keeps the state that is dumped.', { cause: error });
    }
    throw error;
  } finally {
    await session.endSession();
  }
}

/**
 * Dumps the databases of one MongoDB as of one moment, while others write, in the layout of `mongodump --gzip`. Starts
 * again when collections change meanwhile, or when MongoDB drops the snapshot. Before each new start, `prepare` empties
 * the folder.
 */
export async function dumpDatabases(
  url: string,
  databases: readonly string[],
  folder: string,
  prepare: () => Promise<void>,
): Promise<DumpedDatabases> {
  const client = new mongoose.mongo.MongoClient(url, { maxPoolSize: 2, appName: 'plotline-backup' });
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await dumpOnce(client, databases, folder);
      } catch (error) {
        if (!(error instanceof SnapshotLost) || attempt === maxAttempts) throw error;
        await prepare();
      }
    }
  } finally {
    await client.close();
  }
}
