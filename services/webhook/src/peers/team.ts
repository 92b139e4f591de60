import type { Caller } from '@plotline/kit/core/caller';
import { callInBatches } from '@plotline/kit/rpc/call-in-batches';
import type { Peer } from '@plotline/kit/rpc/client';
import { type Agent, AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';

export interface Agents {
  /** The agents among the ids that exist, in no particular order. */
  find(caller: Caller, ids: readonly string[]): Promise<readonly Agent[]>;
}

/** Agents over gRPC. */
export function createAgentsClient(peer: Peer): Agents {
  return {
    find: (caller, all) =>
      callInBatches(all, async (ids) => {
        const { agents } = await peer.call(AgentsServiceService.getAgents, { ids }, { caller });
        return agents;
      }),
  };
}
