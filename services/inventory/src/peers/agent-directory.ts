import type { Caller } from '@plotline/kit/core/caller';
import { callInBatches, type Peer } from '@plotline/kit/rpc/client';
import { AgentsServiceService, type FoundAgents } from '@plotline/protos/plotline/team/v1/agents';
import { ReassignmentsServiceService } from '@plotline/protos/plotline/team/v1/reassignments';
import type { Reassignment } from '../holds/model/hold-agent.js';
import type { Unit } from '../units/model/unit.js';
import { type Visibility, visibilityOfRole } from '../units/model/visibility.js';

/** Fields of an agent that this service needs. */
export interface AgentReference {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** `invited`, `active` or `inactive`. */
  readonly status: string;
}

/** Agents and their teams. */
export interface AgentDirectory {
  /** Returns the agents with the given ids that exist, in no particular order. Makes no call if there are no ids. */
  getAgents(caller: Caller, ids: readonly string[]): Promise<readonly AgentReference[]>;
  /** Finds the agents that each text refers to: by external id, email address or full name. */
  findNamed(caller: Caller, references: readonly string[]): Promise<readonly FoundAgents[]>;
  /** Returns the ids of the agents in this agent's team, including the agent; none for an unknown agent. */
  getTeammates(caller: Caller, agentId: string): Promise<readonly string[]>;
  /** Returns the agent's reassignments, their assignees' reassignments, and so on, in no particular order. */
  getReassignments(caller: Caller, agentId: string): Promise<readonly Reassignment[]>;
}

/** Creates the directory of agents, which the team service owns. */
export function createAgentDirectory(team: Peer): AgentDirectory {
  return {
    getAgents: (caller, all) =>
      callInBatches(all, async (ids) => {
        const { agents } = await team.call(AgentsServiceService.getAgents, { ids }, { caller });
        return agents;
      }),
    findNamed: (caller, all) =>
      callInBatches(all, async (references) => {
        const { found } = await team.call(AgentsServiceService.findAgents, { references }, { caller });
        return found;
      }),
    getTeammates: async (caller, agentId) => {
      const { agent_ids } = await team.call(AgentsServiceService.getTeammates, { agent_id: agentId }, { caller });
      return agent_ids;
    },
    getReassignments: async (caller, agentId) => {
      const request = { agent_id: agentId };
      const { reassignments } = await team.call(ReassignmentsServiceService.getReassignments, request, { caller });
      return reassignments.map(({ at, until, ...agents }) => {
        if (!at) throw new Error('A reassignment has no time.');
        return { ...agents, at, until: until ?? null };
      });
    },
  };
}

/**
 * Returns the visibility of the given units, or of all units, for the caller. Calls the team service only for a person
 * with the `agent` role, and only if some units may have the visibility `team`.
 */
export async function visibilityOf(
  agents: AgentDirectory,
  caller: Caller,
  units?: readonly Unit[],
): Promise<Visibility> {
  const { type, role, agentId } = caller.actor;
  const level = type === 'user' ? visibilityOfRole(role ?? 'viewer') : 'all';
  if (level === 'all') return 'all';
  const mayIncludeTeamUnits = !units || units.some(({ visibility }) => visibility === 'team');
  if (level === 'open' || agentId === undefined || !mayIncludeTeamUnits) return { teammates: [] };
  return { teammates: await agents.getTeammates(caller, agentId) };
}
