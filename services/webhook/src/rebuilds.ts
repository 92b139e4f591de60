import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { rebuildCounters } from './deliveries/store/rebuild-counters.js';
import type { Stores } from './stores.js';

/** Creates the rebuilds that `rebuild.js` runs. */
export function createRebuilds(runtime: ServiceRuntime, stores: Stores): Rebuilds {
  return {
    counters: (mode, progress) => rebuildCounters(runtime, stores.webhooks, mode, progress),
    deliveries: (mode, progress) => stores.webhooks.deliveries.rebuildDerived(mode, progress),
    integration_counters: (mode, progress) => rebuildCounters(runtime, stores.integrations, mode, progress),
    integration_deliveries: (mode, progress) => stores.integrations.deliveries.rebuildDerived(mode, progress),
  };
}
