import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Connection } from 'mongoose';
import type { Mode } from '../core/caller.js';

/** What a migration works on: one of the service's two databases. */
export interface MigrationContext {
  readonly mode: Mode;
  readonly database: Connection;
}

/**
 * A numbered change of what is stored, exported as `up` by a file such as `0003-drop-status-index.ts`. It runs once in each
 * database while the previous version of the service serves, and again after an interruption.
 */
export type Migration = (context: MigrationContext) => Promise<void>;

const collectionName = 'migrations';

/** As umzug's MongoDBStorage keeps them. */
interface ExecutedMigration {
  readonly migrationName: string;
}

/**
 * The names of the migrations in a folder, in their order; none when there is no folder. A source has the name of what it
 * compiles to, as both are the same migration.
 */
async function listMigrations(folder: URL): Promise<string[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return files
    .filter((file) => /^\d{4}-[a-z\d-]+\.(m?js|ts)$/.test(file))
    .map((file) => file.replace(/\.ts$/, '.js'))
    .sort();
}

/** The migrations that were not run in a database. It may have run further ones of a newer version. */
export async function findPendingMigrations(database: Connection, folder: URL): Promise<string[]> {
  const names = await listMigrations(folder);
  if (names.length === 0) return [];
  const executed = await database.collection<ExecutedMigration>(collectionName).find({}).toArray();
  const done = new Set(executed.map(({ migrationName }) => migrationName));
  return names.filter((name) => !done.has(name));
}

function isMigration(value: unknown): value is Migration {
  return typeof value === 'function';
}

/** The `up` of a compiled migration. Throws when the file has none. */
async function loadMigration(path: string): Promise<Migration> {
  const { up }: { readonly up?: unknown } = await import(path);
  if (!isMigration(up)) throw new Error(`${path} exports no function \`up\`.`);
  return up;
}

/** Runs the pending migrations of a folder in a database; resolves to their names. */
export async function runMigrations(context: MigrationContext, folder: URL): Promise<readonly string[]> {
  if ((await findPendingMigrations(context.database, folder)).length === 0) return [];
  // Loaded only when it is needed: most starts of the job find nothing to do.
  const { MongoDBStorage, Umzug } = await import('umzug');
  const umzug = new Umzug({
    migrations: (await listMigrations(folder)).map((name) => ({
      name,
      up: async () => (await loadMigration(fileURLToPath(new URL(name, folder))))(context),
    })),
    storage: new MongoDBStorage({ collection: context.database.collection(collectionName) }),
    logger: undefined,
  });
  return (await umzug.up()).map(({ name }) => name);
}
