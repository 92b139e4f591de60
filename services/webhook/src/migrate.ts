import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/service/migrate';
import { readWebhookConfig } from './config.js';
import { createStores, migrations } from './stores.js';

/** Brings the databases to what this version of the service needs, with the environment of the service. */
export async function migrateWebhook(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readWebhookConfig(environment);
  const runtime = await createMigrationRuntime('webhook', config);
  createStores(runtime);
  await migrateDatabases(runtime, migrations);
  await runtime.databases.close();
}
