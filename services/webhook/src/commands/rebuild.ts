import { runRebuilds } from '@plotline/kit/process/rebuild';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readWebhookConfig } from '../config.js';
import { rebuildCounters } from '../store/rebuild-counters.js';
import { createStores } from '../stores.js';

// Computes what follows from other records anew, while the service runs, with the environment of the service.
const config = readWebhookConfig();
const runtime = await createRuntime('webhook', config);
const stores = createStores(runtime);
await runRebuilds(runtime, {
  counters: (mode) => rebuildCounters(runtime, stores, mode),
  deliveries: (mode) => stores.deliveries.rebuildDerived(mode),
});
await runtime.databases.close();
