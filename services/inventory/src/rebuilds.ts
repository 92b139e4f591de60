import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Stores } from './stores.js';
import { rebuildWorkspaceUnits } from './units/store/rebuild-workspace-units.js';

type RebuiltStores = Pick<Stores, 'properties' | 'propertyUnits' | 'workspaceUnits'>;

/** Creates the rebuilds that `rebuild.js` runs. */
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
