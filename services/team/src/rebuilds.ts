import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import type { Stores } from './stores.js';

/** What `rebuild.js` computes anew. */
export function createRebuilds({ agents }: Pick<Stores, 'agents'>): Rebuilds {
  return { agents: (mode, progress) => agents.rebuildDerived(mode, progress) };
}
