import type { Caller } from '@plotline/kit/core/caller';
import { callInBatches, type Peer } from '@plotline/kit/rpc/client';
import { type Agent, AgentsServiceService, type FoundAgents } from '@plotline/protos/plotline/team/v1/agents';
import {
  type Reassignment as ReassignmentMessage,
  ReassignmentsServiceService,
} from '@plotline/protos/plotline/team/v1/reassignments';
import type { Reassignment } from '../leads/model/reassignment.js';

export interface Agents {
  /** Returns the agents with these ids, in no particular order. Skips ids that don't exist. */
  find(caller: Caller, ids: readonly string[]): Promise<readonly Agent[]>;
  /** Finds the agents that each text refers to: an external id, an email address or a full name. */
  findNamed(caller: Caller, references: readonly string[]): Promise<readonly FoundAgents[]>;
}

export interface Reassignments {
  /** Returns the agent's reassignments, the reassignments of their assignees, and so on, in no particular order. */
  findReachable(caller: Caller, agentId: string): Promise<readonly Reassignment[]>;
}

/** Creates a gRPC client for agents. */
export function createAgentsClient(peer: Peer): Agents {
  return {
    find: (caller, all) =>
      callInBatches(all, async (ids) => {
        const { agents } = await peer.call(AgentsServiceService.getAgents, { ids }, { caller });
        return agents;
      }),
    findNamed: (caller, all) =>
      callInBatches(all, async (references) => {
        const { found } = await peer.call(AgentsServiceService.findAgents, { references }, { caller });
        return found;
      }),
  };
}

function toReassignment({ at, until, ...agents }: ReassignmentMessage): Reassignment {
  if (!at) throw new Error('A reassignment has no time.');
  return { ...agents, at, until: until ?? null };
}

/** Creates a gRPC client for reassignments. */
export function createReassignmentsClient(peer: Peer): Reassignments {
  return {
    findReachable: async (caller, agent_id) => {
      const { reassignments } = await peer.call(ReassignmentsServiceService.getReassignments, { agent_id }, { caller });
      return reassignments.map(toReassignment);
    },
  };
}
