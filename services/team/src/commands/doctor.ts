import { runDoctor } from '@plotline/kit/doctor/run-doctor';
import { createRuntime } from '@plotline/kit/process/runtime';
import { createChecks } from '../checks/create-checks.js';
import { readTeamConfig } from '../config.js';
import { createRebuilds } from '../rebuilds.js';
import { createStores } from '../stores.js';

// Tells what does not agree among the records of the service, with the environment of the service.
const config = readTeamConfig();
const runtime = await createRuntime('team', config);
const stores = createStores(runtime);
process.exitCode = await runDoctor(runtime, createChecks(runtime, stores, createRebuilds(stores)));
await runtime.databases.close();
