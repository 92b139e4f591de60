import mongoose, { type mongo } from 'mongoose';

const { EJSON } = mongoose.mongo.BSON;

/** Collection with everything that is needed to create it again. */
export interface CatalogEntry {
  readonly database: string;
  readonly name: string;
  readonly options: mongo.Document;
  readonly indexes: readonly mongo.Document[];
}

const plainName = /^[\w.-]+$/;

async function readCollection(db: mongo.Db, name: string, options: mongo.Document): Promise<CatalogEntry> {
  if (!plainName.test(name)) throw new Error(`The collection "${name}" can't be the name of a file.`);
  const indexes = await db.collection(name).listIndexes().toArray();
  return { database: db.databaseName, name, options, indexes: indexes.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

/**
 * Reads the collections and indexes of databases. Throws for a view or a time series, because Plotline uses neither.
 */
export async function readCatalog(client: mongo.MongoClient, databases: readonly string[]): Promise<CatalogEntry[]> {
  const entries: CatalogEntry[] = [];
  for (const database of databases) {
    const db = client.db(database);
    const listed = await db.listCollections({}, { nameOnly: false }).toArray();
    for (const { name, type, options = {} } of listed.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (name.startsWith('system.')) continue;
      if (type !== undefined && type !== 'collection') throw new Error(`${database}.${name} is a ${type}.`);
      entries.push(await readCollection(db, name, options));
    }
  }
  return entries;
}

/** Writes an entry as the metadata file of `mongodump`, so that `mongorestore` reads it too. */
export function toMetadata({ name, options, indexes }: CatalogEntry): string {
  return EJSON.stringify({ options, indexes, collectionName: name, type: 'collection' }, { relaxed: false });
}

/** Reads a metadata file. */
export function parseMetadata(text: string): Pick<CatalogEntry, 'options' | 'indexes'> {
  const { options, indexes } = EJSON.parse(text, { relaxed: false });
  return { options, indexes };
}

/** Returns whether two readings of a catalog are equal. */
export function isSameCatalog(one: readonly CatalogEntry[], other: readonly CatalogEntry[]): boolean {
  return EJSON.stringify(one) === EJSON.stringify(other);
}
