import type { Caller } from '@plotline/kit/caller';
import { type Sight, sightByRole } from '../domain/sight.js';
import type { Unit } from '../domain/unit.js';
import type { AgentDirectory } from './agent-directory.js';

/**
 * What a caller may see of the given units, or of all. Only for a person in the role of an agent, and only where units
 * of the `team` kind may be among them, the team service is asked who is of that person's team.
 */
export async function sightOf(agents: AgentDirectory, caller: Caller, given?: readonly Unit[]): Promise<Sight> {
  const { type, role, agentId } = caller.actor;
  const kind = type === 'user' ? sightByRole(role ?? 'viewer') : 'all';
  if (kind === 'all') return 'all';
  const ofTeams = !given || given.some(({ visibility }) => visibility === 'team');
  if (kind === 'open' || agentId === undefined || !ofTeams) return { colleagues: [] };
  return { colleagues: await agents.colleagues(caller, agentId) };
}
