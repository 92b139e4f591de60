import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/service/migrate';
import { readTransferConfig } from './config.js';
import { createStores, migrations } from './stores.js';

/** Migrates the databases to this release of the service. Runs with the service's environment. */
export async function migrateTransfer(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readTransferConfig(environment);
  const runtime = await createMigrationRuntime('transfer', config);
  createStores(runtime);
  await migrateDatabases(runtime, migrations);
  await runtime.databases.close();
}
