import type { Rebuilds } from '@plotline/kit/maintenance/rebuild';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { rebuildWorkspaceUnits } from './store/rebuild-workspace-units.js';
import type { Stores } from './stores.js';

type RebuiltStores = Pick<Stores, 'properties' | 'propertyUnits' | 'workspaceUnits'>;

/** What `rebuild.js` computes anew. */
export function createRebuilds(runtime: ServiceRuntime, stores: RebuiltStores): Rebuilds {
  const { properties } = stores;
  return {
    counters: async (mode, progress) => {
      const one = await properties.rebuildCounters(mode, progress);
      const other = await rebuildWorkspaceUnits(runtime, stores, mode, progress);
      return { checked: one.checked + other.checked, corrected: one.corrected + other.corrected };
    },
    properties: (mode, progress) => properties.rebuildDerived(mode, progress),
  };
}
