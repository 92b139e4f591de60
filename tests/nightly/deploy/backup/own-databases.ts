import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databasesOf, services } from '@plotline/backup/model/databases';
import { startMongo } from '@plotline/local/stores/mongo/start-mongo';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import mongoose, { type mongo } from 'mongoose';

const { BSON, MongoClient } = mongoose.mongo;

/** Documents in each database that `fill` creates. */
export const documentCount = 40;

/** Documents, as their bytes in base64, and indexes of each collection. */
type DatabaseContent = Readonly<Record<string, { documents: readonly string[]; indexes: readonly mongo.Document[] }>>;

/** All databases of Plotline on a MongoDB that nobody else uses. */
export interface OwnDatabases {
  readonly url: string;
  /** Replaces everything with known documents. */
  fill(): Promise<void>;
  read(): Promise<DatabaseContent>;
  drop(): Promise<void>;
  stop(): Promise<void>;
}

const names = services.flatMap(databasesOf);

function createDocuments(database: string): { _id: string }[] {
  return Array.from({ length: documentCount }, (_, number) => ({
    _id: `${database}_${String(number).padStart(3, '0')}`,
    name: ['Amira', 'Bruno', 'Zoë'][number % 3],
    whole: new BSON.Int32(number),
    fraction: new BSON.Double(number),
    price: BSON.Decimal128.fromString(`${number}.10`),
    at: new Date(Date.UTC(2026, 2, 1, 9, 30, 0, number)),
    deep: { list: [true, null, { key: new BSON.Binary(Buffer.from([number])) }] },
  }));
}

async function fillDatabase(db: mongo.Db): Promise<void> {
  const people = db.collection<{ _id: string }>('people');
  await people.insertMany(createDocuments(db.databaseName));
  await people.createIndex({ whole: 1 }, { name: 'one_number', unique: true });
  await db.createCollection('empty');
}

async function readCollection(db: mongo.Db, name: string) {
  const documents: string[] = [];
  const found = db.collection<Buffer>(name).find({}, { raw: true }).sort({ _id: 1 });
  for await (const document of found) documents.push(document.toString('base64'));
  return { documents, indexes: await db.collection(name).listIndexes().toArray() };
}

async function readDatabases(client: mongo.MongoClient): Promise<DatabaseContent> {
  const content: Record<string, Awaited<ReturnType<typeof readCollection>>> = {};
  for (const database of names) {
    const db = client.db(database);
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      content[`${database}.${name}`] = await readCollection(db, name);
    }
  }
  return content;
}

/**
 * Starts a MongoDB with its own port and data. The databases have their real names, because the backup program has no
 * others, so they must never be on a MongoDB that another test uses.
 */
export async function startOwnDatabases(): Promise<OwnDatabases> {
  const directory = await mkdtemp(join(tmpdir(), 'plotline-mongo-'));
  const { mongo: port } = await findFreePorts();
  const component = await startMongo({
    dataDirectory: join(directory, 'data'),
    port,
    // With MONGO_URL, it would be the server at that address.
    environment: { ...process.env, MONGO_URL: undefined },
    report: () => undefined,
  });
  if (component.processIds().length === 0) throw new Error(`This test did not start ${component.url}.`);
  const client = await MongoClient.connect(component.url, { maxPoolSize: 2 });
  const drop = async () => {
    for (const name of names) await client.db(name).dropDatabase();
  };
  return {
    url: component.url,
    fill: async () => {
      await drop();
      for (const name of names) await fillDatabase(client.db(name));
    },
    read: () => readDatabases(client),
    drop,
    stop: async () => {
      await client.close();
      await component.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
