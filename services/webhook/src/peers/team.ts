import type { Caller } from '@plotline/kit/core/caller';
import { callInBatches, type Peer } from '@plotline/kit/rpc/client';
import { type Agent, AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';

export interface Agents {
  /** Returns the agents with these ids, in no particular order. Skips ids that don't exist. */
  find(caller: Caller, ids: readonly string[]): Promise<readonly Agent[]>;
}

/** Creates a gRPC client for agents. */
export function createAgentsClient(peer: Peer): Agents {
  return {
    find: (caller, all) =>
      callInBatches(all, async (ids) => {
        const { agents } = await peer.call(AgentsServiceService.getAgents, { ids }, { caller });
        return agents;
      }),
  };
}
