import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/service/migrate';
import { readTeamConfig } from './config.js';
import { createStores, migrations } from './stores.js';

/** Migrates the databases to this release of the service. Uses the environment of the service. */
export async function migrateTeam(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readTeamConfig(environment);
  const runtime = await createMigrationRuntime('team', config);
  createStores(runtime);
  await migrateDatabases(runtime, migrations);
  await runtime.databases.close();
}
