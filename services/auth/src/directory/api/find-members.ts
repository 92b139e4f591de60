import type { Caller } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import { type ActivePeriod, findActivePeriods } from '../model/membership.js';
import type { Person } from '../model/person.js';
import type { RoleAssignment } from '../model/role-assignment.js';
import { findRoles, type RoleContext } from '../work/refresh-roles.js';

/** Finds the people of the caller's workspace whose agents are active and fulfil `isWanted`. */
export async function findActiveMembers(
  context: Context,
  { workspaceId }: Caller,
  isWanted: (role: RoleAssignment) => boolean,
): Promise<readonly Person[]> {
  const members = await context.memberships.listByWorkspace({ workspaceId });
  const found = await findRoles(
    context,
    workspaceId,
    members.map(({ agent_id }) => agent_id),
  );
  const wanted = new Set(found.flatMap((role) => (role.status === 'active' && isWanted(role) ? role.id : [])));
  const chosen = members.filter(({ agent_id }) => wanted.has(agent_id));
  const persons = await Promise.all(chosen.map(({ person_id }) => context.people.get(person_id)));
  return persons.filter((person) => person !== null);
}

/** Finds the periods in which the people of the caller's workspace were active in it. */
export async function listActivePeriods(
  context: Pick<Context, 'memberships'> & RoleContext,
  { workspaceId }: Caller,
): Promise<readonly ActivePeriod[]> {
  const members = await context.memberships.listByWorkspace({ workspaceId });
  const found = await findRoles(
    context,
    workspaceId,
    members.map(({ agent_id }) => agent_id),
  );
  const byId = new Map(found.map((role) => [role.id, role]));
  return members.flatMap((member) => {
    const role = byId.get(member.agent_id);
    return role ? findActivePeriods(member, role) : [];
  });
}

/** Finds the current owners of the caller's workspace, except the agent `exceptId`. */
export function findOwners(context: Context, caller: Caller, exceptId?: string): Promise<readonly Person[]> {
  return findActiveMembers(context, caller, ({ id, role }) => role === 'owner' && id !== exceptId);
}
