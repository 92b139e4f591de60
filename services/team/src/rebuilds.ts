import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import type { Stores } from './stores.js';

/** Creates the rebuilds that `rebuild.js` runs. */
export function createRebuilds({ agents, teams }: Pick<Stores, 'agents' | 'teams'>): Rebuilds {
  return {
    agents: (mode, progress) => agents.rebuildDerived(mode, progress),
    teams: (mode, progress) => teams.rebuildDerived(mode, progress),
  };
}
