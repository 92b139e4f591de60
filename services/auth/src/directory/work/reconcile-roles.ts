import { createSystemCaller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { isStale, type RoleAssignment, replaceAssignment } from '../model/role-assignment.js';
import { liveTenant } from '../store/tenants.js';
import { type RoleContext, refreshRole, toRoleReport } from './refresh-roles.js';

/** Stored role that differs from the role in the team service. Null means that there is none. */
export interface StaleRole {
  readonly agentId: string;
  readonly stored: RoleAssignment | null;
  readonly current: RoleAssignment | null;
}

/** Finds the stale roles of the members of a workspace. Rejects with SERVICE_UNAVAILABLE. */
export async function findStaleRoles(
  { memberships, roleAssignments, agents }: RoleContext & Pick<Context, 'memberships'>,
  workspaceId: string,
): Promise<readonly StaleRole[]> {
  const tenant = liveTenant(workspaceId);
  const ids = (await memberships.listByWorkspace(tenant)).map(({ agent_id }) => agent_id);
  if (ids.length === 0) return [];
  const stored = new Map((await roleAssignments.find(workspaceId, ids)).map((role) => [role.id, role]));
  const caller = createSystemCaller(tenant, 'auth', newId('req'));
  const found = await agents.find(caller, ids, { with_sandbox_ids: true });
  const current = new Map(found.map((agent) => [agent.id, agent]));
  return ids.flatMap((agentId) => {
    const agent = current.get(agentId);
    const before = stored.get(agentId) ?? null;
    const after = agent ? replaceAssignment(before, toRoleReport(agent)) : null;
    return isStale(before, after) ? [{ agentId, stored: before, current: after }] : [];
  });
}

const intervalMs = 15 * 60_000;

/**
 * Creates a task that compares the roles of all members with the team service's roles, and stores the differences. It
 * corrects three cases: members from before this service stored roles, the roles of a restored backup, and people whose
 * agent in the sandbox changed while this service was down.
 */
export function createRoleReconciliation(
  context: Pick<Context, 'memberships' | 'workspaces' | 'runtime'> & RoleContext,
): PeriodicTask {
  const { workspaces, runtime } = context;
  return new PeriodicTask({
    name: 'role-reconciliation',
    intervalMs,
    modes: ['live'],
    runtime,
    run: async (_mode, shouldContinue) => {
      for await (const { id } of workspaces.each()) {
        if (!shouldContinue()) return;
        for (const { agentId } of await findStaleRoles(context, id)) await refreshRole(context, id, agentId);
      }
    },
  });
}
