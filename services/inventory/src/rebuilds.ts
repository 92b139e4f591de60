import type { Rebuilds } from '@plotline/kit/maintenance/rebuild';
import type { Stores } from './stores.js';

/** What `rebuild.js` computes anew. */
export function createRebuilds({ properties }: Pick<Stores, 'properties'>): Rebuilds {
  return {
    counters: (mode, progress) => properties.rebuildCounters(mode, progress),
    properties: (mode, progress) => properties.rebuildDerived(mode, progress),
  };
}
