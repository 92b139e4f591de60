import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { Agent } from '@plotline/protos/plotline/team/v1/agents';
import type { Context } from '../../context.js';
import { applyReport, type RoleAssignment, type RoleReport, replaceAssignment } from '../model/role-assignment.js';

export type RoleContext = Pick<Context, 'roleAssignments' | 'agents'>;

/** Converts an agent of the team service to a report. */
export function toRoleReport({ id, version = 0, sandbox_id, ...agent }: Agent): RoleReport {
  const { role, status, active_since, deactivated_at } = agent;
  const known = { agent_id: id, agent_version: version, sandbox_agent_id: sandbox_id };
  return { ...known, role, status, active_since, deactivated_at };
}

/** Stores a report from the team service about an agent, unless a newer version of the agent is known. */
export function storeRole(
  { roleAssignments }: Pick<Context, 'roleAssignments'>,
  workspaceId: string,
  report: RoleReport,
): Promise<void> {
  return retryOnConflict(async () => {
    const before = await roleAssignments.get(workspaceId, report.agent_id);
    const after = applyReport(before, report);
    if (after !== before) await roleAssignments.replace(workspaceId, before, after);
  });
}

/**
 * Reads the role of an agent from the team service and stores it. Stores even an older version of the agent, which
 * occurs after a backup was restored. Resolves to null for an unknown agent. Rejects with SERVICE_UNAVAILABLE.
 */
export function refreshRole(
  { roleAssignments, agents }: RoleContext,
  workspaceId: string,
  agentId: string,
): Promise<RoleAssignment | null> {
  return retryOnConflict(async () => {
    // Read before the call. If a report arrives during the call, storing the result then fails with a conflict.
    const before = await roleAssignments.get(workspaceId, agentId);
    const agent = await agents.findMember(workspaceId, agentId);
    if (!agent) {
      if (before) await roleAssignments.remove(workspaceId, before);
      return null;
    }
    const after = replaceAssignment(before, toRoleReport(agent));
    if (after !== before) await roleAssignments.replace(workspaceId, before, after);
    return after;
  });
}

/**
 * Finds the role of an agent. Calls the team service only for an agent that it has never reported, such as one from
 * before this service stored roles. Resolves to null for an unknown agent. Rejects with SERVICE_UNAVAILABLE.
 */
export async function findRole(
  context: RoleContext,
  workspaceId: string,
  agentId: string,
): Promise<RoleAssignment | null> {
  return (await context.roleAssignments.get(workspaceId, agentId)) ?? refreshRole(context, workspaceId, agentId);
}

/** Finds the roles of agents like `findRole`, in no particular order. */
export async function findRoles(
  context: RoleContext,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<readonly RoleAssignment[]> {
  const stored = await context.roleAssignments.find(workspaceId, agentIds);
  const known = new Set(stored.map(({ id }) => id));
  const missing = agentIds.filter((id) => !known.has(id));
  const found = await Promise.all(missing.map((id) => refreshRole(context, workspaceId, id)));
  return [...stored, ...found.filter((role) => role !== null)];
}
