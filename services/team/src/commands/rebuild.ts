import { runRebuilds } from '@plotline/kit/maintenance/run-rebuilds';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readTeamConfig } from '../config.js';
import { createRebuilds } from '../rebuilds.js';
import { createStores } from '../stores.js';

// Has the running processes of the service compute anew what follows from other records, with the environment of the service.
const config = readTeamConfig();
const runtime = await createRuntime('team', config);
const stores = createStores(runtime);
await runRebuilds(runtime, stores.sandboxResets.jobs, createRebuilds(stores));
await runtime.databases.close();
