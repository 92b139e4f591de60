import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/service/migrate';
import { readTransferConfig } from './config.js';
import { createStores, migrations } from './stores.js';

/** Brings the databases to what this version of the service needs, with the environment of the service. */
export async function migrateTransfer(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readTransferConfig(environment);
  const runtime = await createMigrationRuntime('transfer', config);
  createStores(runtime);
  await migrateDatabases(runtime, migrations);
  await runtime.databases.close();
}
