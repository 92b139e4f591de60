import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/service/migrate';
import { readPipelineConfig } from './config.js';
import { createStores, migrations } from './stores.js';

/** Migrates the databases to this release of the service. Runs with the service's environment. */
export async function migratePipeline(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readPipelineConfig(environment);
  const runtime = await createMigrationRuntime('pipeline', config);
  createStores(runtime);
  await migrateDatabases(runtime, migrations);
  await runtime.databases.close();
}
