import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/service/migrate';
import { readWebhookConfig } from './config.js';
import { createStores, migrations } from './stores.js';

/** Migrates the databases to this release of the service. Runs with the service's environment. */
export async function migrateWebhook(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readWebhookConfig(environment);
  const runtime = await createMigrationRuntime('webhook', config);
  createStores(runtime);
  await migrateDatabases(runtime, migrations);
  await runtime.databases.close();
}
