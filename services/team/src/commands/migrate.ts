import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/process/migrate';
import { readTeamConfig } from '../config.js';
import { createStores, migrations } from '../stores.js';

// A job of its own, before a version is rolled out. It has the environment of the service.
const config = readTeamConfig();
const runtime = await createMigrationRuntime('team', config);
createStores(runtime);
await migrateDatabases(runtime, migrations);
await runtime.databases.close();
