import type { Caller } from '@plotline/kit/core/caller';
import type { Agent } from '@plotline/protos/plotline/team/v1/agents';
import type { Context } from '../../context.js';
import { type ActivePeriod, findActivePeriods } from '../model/membership.js';
import type { Person } from '../model/person.js';

/** Finds the people of the caller's workspace whose agents are active and wanted. Rejects with SERVICE_UNAVAILABLE. */
export async function findActiveMembers(
  { memberships, agents, people }: Context,
  caller: Caller,
  isWanted: (agent: Agent) => boolean,
): Promise<readonly Person[]> {
  const members = await memberships.listByWorkspace({ workspaceId: caller.workspaceId });
  const found = await agents.find(
    caller,
    members.map(({ agent_id }) => agent_id),
  );
  const wanted = new Set(found.flatMap((agent) => (agent.status === 'active' && isWanted(agent) ? agent.id : [])));
  const chosen = members.filter(({ agent_id }) => wanted.has(agent_id));
  const persons = await Promise.all(chosen.map(({ person_id }) => people.get(person_id)));
  return persons.filter((person) => person !== null);
}

/**
 * Finds the periods in which the people of the caller's workspace were active in it. Rejects with SERVICE_UNAVAILABLE.
 */
export async function listActivePeriods(
  { memberships, agents }: Pick<Context, 'memberships' | 'agents'>,
  caller: Caller,
): Promise<readonly ActivePeriod[]> {
  const members = await memberships.listByWorkspace(caller);
  const found = await agents.find(
    caller,
    members.map(({ agent_id }) => agent_id),
  );
  const byId = new Map(found.map((agent) => [agent.id, agent]));
  return members.flatMap((member) => {
    const agent = byId.get(member.agent_id);
    return agent ? findActivePeriods(member, agent) : [];
  });
}

/** Finds the current owners of the caller's workspace. Rejects with SERVICE_UNAVAILABLE. */
export function findOwners(context: Context, caller: Caller): Promise<readonly Person[]> {
  return findActiveMembers(context, caller, ({ role }) => role === 'owner');
}
