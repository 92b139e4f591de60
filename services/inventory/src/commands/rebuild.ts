import { runRebuilds } from '@plotline/kit/process/rebuild';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readInventoryConfig } from '../config.js';
import { createStores } from '../stores.js';

// Computes what follows from other records anew, while the service runs, with the environment of the service.
const config = readInventoryConfig();
const runtime = await createRuntime('inventory', config);
const { properties } = createStores(runtime);
await runRebuilds(runtime, {
  counters: (mode) => properties.rebuildCounters(mode),
  properties: (mode) => properties.rebuildDerived(mode),
});
await runtime.databases.close();
