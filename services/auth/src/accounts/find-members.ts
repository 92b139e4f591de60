import type { Caller } from '@plotline/kit/caller';
import type { Context } from '../context.js';
import type { Person } from '../domain/person.js';

/** The people who own the workspace now. Rejects with SERVICE_UNAVAILABLE. */
export async function findOwners(
  { memberships, agents, people }: Context,
  caller: Caller,
  workspaceId: string,
): Promise<readonly Person[]> {
  const members = await memberships.listByWorkspace({ workspaceId });
  const found = await agents.find(
    caller,
    members.map(({ agent_id }) => agent_id),
  );
  const owning = new Set(found.flatMap(({ id, role, status }) => (role === 'owner' && status === 'active' ? id : [])));
  const owners = members.filter(({ agent_id }) => owning.has(agent_id));
  const persons = await Promise.all(owners.map(({ person_id }) => people.get(person_id)));
  return persons.filter((person) => person !== null);
}
