import type { Mode } from '../core/caller.js';
import { connectDatabases, modes } from '../store/connection/connect.js';
import { createCollection, createIndexes, findMissing } from '../store/indexes.js';
import { findPendingMigrations, runMigrations } from '../store/migrations.js';
import { createLog } from '../telemetry/log.js';
import type { ServiceConfig } from './config.js';
import { createRuntimeOn, type ServiceRuntime } from './runtime.js';

const leaseName = 'migration';

type MigrationRuntime = Pick<ServiceRuntime, 'name' | 'databases' | 'declared' | 'lease' | 'log'>;

/** The runtime of a migration job: an index of many records, or a migration that fills in many, takes as long as it takes. */
export async function createMigrationRuntime(name: string, config: ServiceConfig): Promise<ServiceRuntime> {
  const log = createLog(name, config.LOG_LEVEL);
  const databases = await connectDatabases({
    url: config.MONGO_URL,
    name: config.MONGO_DATABASE,
    poolSize: config.MONGO_POOL_SIZE,
    operationTimeoutMs: 0,
    onAway: (error) => log.warn({ err: error }, 'database not reached; retrying'),
  });
  return createRuntimeOn(databases, name, config);
}

/** What one database lacks: migrations, collections and indexes. */
async function findLacks({ databases, declared }: MigrationRuntime, mode: Mode, folder: URL): Promise<string[]> {
  const pending = await findPendingMigrations(databases[mode], folder);
  return [...pending, ...(await findMissing(databases[mode], declared))];
}

/** Throws unless both databases have what this version of the service needs; further things of a newer one do no harm. */
export async function assertMigrated(runtime: MigrationRuntime, folder: URL): Promise<void> {
  for (const mode of modes) {
    const lacks = await findLacks(runtime, mode, folder);
    if (lacks.length === 0) continue;
    const list = lacks.slice(0, 5).join(', ');
    throw new Error(
      `The ${mode} database of ${runtime.name} lacks ${lacks.length} of what this version needs (${list}). ` +
        `Run \`node services/${runtime.name}/dist/commands/migrate.js\` first.`,
    );
  }
}

/** Collections first, so that migrations find them; indexes last, as a unique one may need what a migration fills in. */
async function migrate({ databases, declared, log }: MigrationRuntime, mode: Mode, folder: URL): Promise<void> {
  const database = databases[mode];
  for (const collection of declared) await createCollection(database, collection);
  const migrations = await runMigrations({ mode, database }, folder);
  for (const collection of declared) await createIndexes(database, collection);
  log.info({ mode, migrations, collections: declared.length }, 'database migrated');
}

/**
 * Brings both databases to what this version of the service needs: collections, the migrations of `folder`, indexes. Two at
 * once do it one after the other; the second finds nothing to do. What an earlier version uses stays.
 */
export async function migrateDatabases(runtime: MigrationRuntime, folder: URL): Promise<void> {
  for (const mode of modes) {
    if ((await findLacks(runtime, mode, folder)).length === 0) continue;
    await runtime.lease.whenFree(mode, leaseName, () => migrate(runtime, mode, folder));
  }
}
