import { runRebuilds } from '@plotline/kit/process/rebuild';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readPipelineConfig } from '../config.js';
import { rebuildCounters } from '../store/rebuild-counters.js';
import { createStores } from '../stores.js';

// Computes what follows from other records anew, while the service runs, with the environment of the service.
const config = readPipelineConfig();
const runtime = await createRuntime('pipeline', config);
const stores = createStores(runtime);
await runRebuilds(runtime, {
  counters: (mode) => rebuildCounters(runtime, stores, mode),
  leads: (mode) => stores.leads.rebuildDerived(mode),
  sales: (mode) => stores.sales.rebuildDerived(mode),
});
await runtime.databases.close();
