import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/service/migrate';
import { readConnectConfig } from './config.js';
import { createStores, migrations } from './stores.js';

/** Migrates the databases to this release of the service. Uses the service's environment. */
export async function migrateConnect(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConnectConfig(environment);
  const runtime = await createMigrationRuntime('connect', config);
  createStores(runtime);
  await migrateDatabases(runtime, migrations);
  await runtime.databases.close();
}
