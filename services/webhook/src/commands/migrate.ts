import { createMigrationRuntime, migrateDatabases } from '@plotline/kit/process/migrate';
import { readWebhookConfig } from '../config.js';
import { createStores, migrations } from '../stores.js';

// A job of its own, before a version is rolled out. It has the environment of the service.
const config = readWebhookConfig();
const runtime = await createMigrationRuntime('webhook', config);
createStores(runtime);
await migrateDatabases(runtime, migrations);
await runtime.databases.close();
