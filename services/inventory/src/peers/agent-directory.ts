import type { Caller } from '@plotline/kit/core/caller';
import { callInBatches } from '@plotline/kit/rpc/call-in-batches';
import type { Peer } from '@plotline/kit/rpc/client';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import type { Unit } from '../domain/unit.js';
import { type Visibility, visibilityOfRole } from '../domain/visibility.js';

/** What this service needs to know of an agent. */
export interface AgentReference {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** `invited`, `active` or `inactive`. */
  readonly status: string;
}

/** Agents and their teams. */
export interface AgentDirectory {
  /** The agents among the ids that exist, in no particular order. Without ids nothing is called. */
  getAgents(caller: Caller, ids: readonly string[]): Promise<readonly AgentReference[]>;
  /** Ids of the agents in this agent's team, including the agent; none for an unknown agent. */
  getTeammates(caller: Caller, agentId: string): Promise<readonly string[]>;
}

/** The agents that the team service has. */
export function createAgentDirectory(team: Peer): AgentDirectory {
  return {
    getAgents: (caller, all) =>
      callInBatches(all, async (ids) => {
        const { agents } = await team.call(AgentsServiceService.getAgents, { ids }, { caller });
        return agents;
      }),
    getTeammates: async (caller, agentId) => {
      const { agent_ids } = await team.call(AgentsServiceService.getTeammates, { agent_id: agentId }, { caller });
      return agent_ids;
    },
  };
}

/**
 * What a caller may view of the given units, or of all. The team service is called only for a person in the role of an
 * agent, and only where units with the visibility `team` may be among them.
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
