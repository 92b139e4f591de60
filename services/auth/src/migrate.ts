import { createKeyring } from '@plotline/kit/core/secrets';
import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/service/migrate';
import { readAuthConfig } from './config.js';
import { createStores, migrations } from './stores.js';

/** Migrates the databases for this release of the service, with the environment of the service. */
export async function migrateAuth(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readAuthConfig(environment);
  const runtime = await createMigrationRuntime('auth', config);
  createStores(
    runtime,
    createKeyring(config.KEY_HASH_SECRET, config.KEY_HASH_SECRET_PREVIOUS),
    createKeyring(config.AUTH_SEAL_SECRET, config.AUTH_SEAL_SECRET_PREVIOUS),
  );
  await migrateDatabases(runtime, migrations);
  await runtime.databases.close();
}
