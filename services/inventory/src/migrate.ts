import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/service/migrate';
import { readInventoryConfig } from './config.js';
import { createStores, migrations } from './stores.js';

/** Migrates the databases to this release of the service. Uses the environment of the service. */
export async function migrateInventory(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readInventoryConfig(environment);
  const runtime = await createMigrationRuntime('inventory', config);
  createStores(runtime);
  await migrateDatabases(runtime, migrations);
  await runtime.databases.close();
}
