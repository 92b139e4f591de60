import type { Mode } from '../core/caller.js';
import { connectDatabases, modes } from '../store/connection/connect.js';
import { createCollection, createIndexes, findMissing } from '../store/indexes.js';
import { findPendingMigrations, runMigrations } from '../store/migrations.js';
import { createLog } from '../telemetry/log.js';
import type { ServiceConfig } from './config.js';
import { createRuntimeOn, type ServiceRuntime } from './runtime.js';

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
 * Throws unless both databases have everything that this version of the service needs. Additions of a newer version do
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
 * Creates in both databases everything that this version of the service needs: collections, the migrations of `folder`,
 * indexes. Two concurrent calls run one after the other, and the second finds nothing to do. Nothing that an earlier
 * version uses is removed.
 */
export async function migrateDatabases(runtime: MigrationRuntime, folder: URL): Promise<void> {
  for (const mode of modes) {
    if ((await findLacks(runtime, mode, folder)).length === 0) continue;
    await runtime.lease.whenFree(mode, leaseName, () => migrate(runtime, mode, folder));
  }
}
