import type { Caller } from '@plotline/kit/caller';
import type { Agent } from '@plotline/protos/plotline/team/v1/agents';
import type { Context } from '../context.js';
import type { Person } from '../domain/person.js';

/** The people of the caller's workspace whose agents are active and wanted. Rejects with SERVICE_UNAVAILABLE. */
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

/** The people who own the caller's workspace now. Rejects with SERVICE_UNAVAILABLE. */
export function findOwners(context: Context, caller: Caller): Promise<readonly Person[]> {
  return findActiveMembers(context, caller, ({ role }) => role === 'owner');
}
