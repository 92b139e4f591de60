import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { rebuildCounters } from './store/rebuild-counters.js';
import type { Stores } from './stores.js';

/** What `rebuild.js` computes anew. */
export function createRebuilds(runtime: ServiceRuntime, stores: Stores): Rebuilds {
  return {
    counters: (mode, progress) => rebuildCounters(runtime, stores, mode, progress),
    leads: (mode, progress) => stores.leads.rebuildDerived(mode, progress),
    sales: (mode, progress) => stores.sales.rebuildDerived(mode, progress),
  };
}
