import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildCounters } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { rebuildHolds } from './holds/work/rebuild-holds.js';
import { createPropertyCounterSource, createWorkspaceCounterSource } from './properties/store/counter-sources.js';
import type { Stores } from './stores.js';

type RebuiltStores = Pick<Stores, 'properties' | 'propertyUnits' | 'counters' | 'holdBook'>;

/** Creates the rebuilds that `rebuild.js` runs. */
export function createRebuilds(runtime: ServiceRuntime, stores: RebuiltStores): Rebuilds {
  const { properties, propertyUnits } = stores;
  const sources = [createPropertyCounterSource(stores), createWorkspaceCounterSource(stores)];
  return {
    counters: (mode, progress) =>
      rebuildCounters(runtime, sources, (of) => properties.listWorkspaces(of), mode, progress),
    properties: (mode, progress) => properties.rebuildDerived(mode, progress),
    holds: (mode, progress) => rebuildHolds({ ...stores, runtime }, mode, progress),
    units: (mode, progress) => propertyUnits.rebuildDerived(mode, progress),
  };
}
