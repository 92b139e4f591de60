import type { Caller } from '@plotline/kit/caller';
import { callInBatches } from '@plotline/kit/rpc/call-in-batches';
import type { Peer } from '@plotline/kit/rpc/client';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';

/** What this service knows about the people of a workspace. */
export interface AgentReference {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** `invited`, `active` or `inactive`. */
  readonly status: string;
}

export interface AgentDirectory {
  /** Those of the ids that exist, in no particular order; no ids, no call. */
  find(caller: Caller, ids: readonly string[]): Promise<readonly AgentReference[]>;
  /** Ids of the agents in this agent's team, itself included; none for an unknown agent. */
  colleagues(caller: Caller, agentId: string): Promise<readonly string[]>;
}

/** The directory that the team service keeps. */
export function createAgentDirectory(team: Peer): AgentDirectory {
  return {
    find: (caller, all) =>
      callInBatches(all, async (ids) => {
        const { agents } = await team.call(AgentsServiceService.getAgents, { ids }, { caller });
        return agents;
      }),
    colleagues: async (caller, agentId) => {
      const { agent_ids } = await team.call(AgentsServiceService.getTeammates, { agent_id: agentId }, { caller });
      return agent_ids;
    },
  };
}
