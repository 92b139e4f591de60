import { runRebuilds } from '@plotline/kit/maintenance/run-rebuilds';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readInventoryConfig } from '../config.js';
import { createRebuilds } from '../rebuilds.js';
import { createStores } from '../stores.js';

// Has the running processes of the service compute anew what follows from other records, with the environment of the service.
const config = readInventoryConfig();
const runtime = await createRuntime('inventory', config);
const stores = createStores(runtime);
await runRebuilds(runtime, stores.sandboxResets.jobs, createRebuilds(runtime, stores));
await runtime.databases.close();
