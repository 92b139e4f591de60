import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Connection } from 'mongoose';
import type { Mode } from '../core/caller.js';
import type { Logger } from '../telemetry/log.js';

/** Database that a migration changes, one of the service's two, and the log for its progress. */
export interface MigrationContext {
  readonly mode: Mode;
  readonly database: Connection;
  /** For the progress of a migration that changes many records. */
  readonly log: Pick<Logger, 'info'>;
}

/**
 * A numbered change of stored data, exported as `up` by a file such as `0003-drop-status-index.ts`. It runs once in
 * each database, while the previous version of the service is still serving, and again after an interruption.
 */
export type Migration = (context: MigrationContext) => Promise<void>;

const collectionName = 'migrations';

/** A record of umzug's MongoDBStorage. */
interface ExecutedMigration {
  readonly migrationName: string;
}

/**
 * Lists the migrations of a folder in order; none when there is no folder. A source has the name of its compiled file,
 * because both are the same migration.
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

/** Lists the migrations that have not run in a database. It may have run others of a newer version. */
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

/** Loads the `up` of a compiled migration. Throws when the file has none. */
async function loadMigration(path: string): Promise<Migration> {
  const { up }: { readonly up?: unknown } = await import(path);
  if (!isMigration(up)) throw new Error(`${path} exports no function \`up\`.`);
  return up;
}

/** Runs the pending migrations of a folder in a database. Resolves to their names. */
export async function runMigrations(context: MigrationContext, folder: URL): Promise<readonly string[]> {
  if ((await findPendingMigrations(context.database, folder)).length === 0) return [];
  // Loaded on demand, because most runs of the job find nothing to do.
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
