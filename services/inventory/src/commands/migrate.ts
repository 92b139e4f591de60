import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/process/migrate';
import { readInventoryConfig } from '../config.js';
import { createStores, migrations } from '../stores.js';

// A job of its own, before a version is rolled out. It has the environment of the service.
const config = readInventoryConfig();
const runtime = await createMigrationRuntime('inventory', config);
createStores(runtime);
await migrateDatabases(runtime, migrations);
await runtime.databases.close();
