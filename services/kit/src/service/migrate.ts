import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Connection } from 'mongoose';
import type { Mode } from '../core/caller.js';
import { connectDatabases, modes } from '../store/connection/connect.js';
import { createCollection, createIndexes, findMissing } from '../store/indexes.js';
import { createLog, type Logger } from '../telemetry/log.js';
import type { ServiceConfig } from './config.js';
import { createRuntimeOn, type ServiceRuntime } from './runtime.js';

/** One of the service's two databases, which a migration changes, and the log for its progress. */
export interface MigrationContext {
  readonly mode: Mode;
  readonly database: Connection;
  /** Logs the progress of a migration that changes many records. */
  readonly log: Pick<Logger, 'info'>;
}

/**
 * Numbered change to stored data, exported as `up` by a file such as `0003-drop-status-index.ts`. It runs once in each
 * database, while the previous release of the service still serves requests. It runs again after an interruption.
 */
export type Migration = (context: MigrationContext) => Promise<void>;

const collectionName = 'migrations';

/** Record that umzug's MongoDBStorage writes. */
interface ExecutedMigration {
  readonly migrationName: string;
}

/**
 * Lists the migrations in a folder, in order. Empty if there is no folder. A source file is listed by the name of its
 * compiled file, because both are the same migration.
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

/**
 * Lists the migrations that have not run in a database. The database may also have run migrations of a newer release.
 */
async function findPendingMigrations(database: Connection, folder: URL): Promise<string[]> {
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
async function runMigrations(context: MigrationContext, folder: URL): Promise<readonly string[]> {
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

const leaseName = 'migration';

type MigrationRuntime = Pick<ServiceRuntime, 'name' | 'databases' | 'declared' | 'lease' | 'log'>;

/**
 * Creates the runtime of a migration job. It has no time limits on operations, because building an index or filling in
 * a field takes long with many records.
 */
export async function createMigrationRuntime(name: string, config: ServiceConfig): Promise<ServiceRuntime> {
  const log = createLog(name, config.LOG_LEVEL);
  const databases = await connectDatabases({
    url: config.MONGO_URL,
    name: config.MONGO_DATABASE,
    poolSize: config.MONGO_POOL_SIZE,
    operationTimeoutMs: 0,
    onAway: (error) => log.warn({ err: error }, 'database unreachable, retrying'),
  });
  return createRuntimeOn(databases, name, config);
}

/** Finds the migrations, collections and indexes that one database lacks. */
async function findLacks({ databases, declared }: MigrationRuntime, mode: Mode, folder: URL): Promise<string[]> {
  const pending = await findPendingMigrations(databases[mode], folder);
  return [...pending, ...(await findMissing(databases[mode], declared))];
}

/**
 * Throws unless both databases have everything that this release of the service needs. Additions of a newer release do
 * no harm.
 */
export async function assertMigrated(runtime: MigrationRuntime, folder: URL): Promise<void> {
  for (const mode of modes) {
    const lacks = await findLacks(runtime, mode, folder);
    if (lacks.length === 0) continue;
    const list = lacks.slice(0, 5).join(', ');
    throw new Error(
      `The ${mode} database of ${runtime.name} lacks ${lacks.length} things that this version needs (${list}). ` +
        `Run \`node services/${runtime.name}/dist/commands/migrate.js\` first.`,
    );
  }
}

/**
 * Collections come first, because migrations need them. Indexes come last, because a unique one may need a field that a
 * migration fills in.
 */
async function migrate({ databases, declared, log }: MigrationRuntime, mode: Mode, folder: URL): Promise<void> {
  const database = databases[mode];
  for (const collection of declared) await createCollection(database, collection);
  const migrations = await runMigrations({ mode, database, log }, folder);
  for (const collection of declared) await createIndexes(database, collection);
  log.info({ mode, migrations, collections: declared.length }, 'database migrated');
}

/**
 * Prepares both databases for this release of the service: creates collections, runs the migrations in `folder`, and
 * creates indexes. Concurrent calls run one after another, and the second finds nothing to do. Removes nothing that an
 * earlier release uses.
 */
export async function migrateDatabases(runtime: MigrationRuntime, folder: URL): Promise<void> {
  for (const mode of modes) {
    if ((await findLacks(runtime, mode, folder)).length === 0) continue;
    await runtime.lease.whenFree(mode, leaseName, () => migrate(runtime, mode, folder));
  }
}
