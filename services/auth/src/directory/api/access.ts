import type { SuspensionReason } from '@plotline/protos/plotline/auth/v1/suspensions';
import type { Context } from '../../context.js';
import type { Membership } from '../model/membership.js';
import { hasTwoFactor, type Person } from '../model/person.js';
import { isActiveSince } from '../model/role-assignment.js';
import { suspensionOf, type Workspace } from '../model/workspace.js';
import { findRole } from '../work/refresh-roles.js';

/** Workspace to which a person has access, and the person's agent there. */
export interface Access {
  readonly workspace: Workspace;
  readonly agentId: string;
  /** The person's agent in the sandbox, found by the same email address; null if there is none. */
  readonly sandboxAgentId: string | null;
  readonly role: string;
  /** Time when the person last became active there, in milliseconds since the epoch. */
  readonly activeSince: number;
  /**
   * Time when the team service was last notified that the person is active there, in milliseconds since the epoch; 0 if
   * never.
   */
  readonly lastActive: number;
  /** Whether the workspace requires a second factor for the person's role. */
  readonly requiresTwoFactor: boolean;
  /** Whether a second factor is required but not set up. Until it is set up, the person may do nothing else. */
  readonly needsTwoFactor: boolean;
  /**
   * Class of the reason for the suspension of the workspace. Until the workspace is resumed, nothing is allowed there.
   */
  readonly suspension: SuspensionReason | null;
}

const rolesToProtect: ReadonlySet<string> = new Set(['owner', 'admin']);

async function findAccessBy(
  context: Context,
  person: Person,
  { workspace_id, agent_id }: Membership,
  since: Date,
): Promise<Access | null> {
  const [workspace, assignment] = await Promise.all([
    context.workspaces.get(workspace_id),
    findRole(context, workspace_id, agent_id),
  ]);
  if (!workspace || !assignment || !isActiveSince(assignment, since)) return null;
  const { role, sandbox_agent_id: sandboxAgentId, active_since, last_active } = assignment;
  const [activeSince, lastActive] = [active_since?.getTime() ?? 0, last_active?.getTime() ?? 0];
  const requiresTwoFactor = workspace.require_two_factor && rolesToProtect.has(role);
  const needsTwoFactor = requiresTwoFactor && !hasTwoFactor(person);
  const factor = { requiresTwoFactor, needsTwoFactor };
  const suspension = suspensionOf(workspace);
  return { workspace, agentId: agent_id, sandboxAgentId, role, activeSince, lastActive, ...factor, suspension };
}

/**
 * Finds the workspaces in which the person is an active agent, for a credential that was issued at `since`. The oldest
 * membership comes first. Calls no other service: the team service reports each change of a role or status, and the
 * change applies immediately. Pass `memberships` if the person's memberships were already read.
 */
export async function findAccess(
  context: Context,
  person: Person,
  since: Date,
  memberships?: readonly Membership[],
): Promise<readonly Access[]> {
  const all = memberships ?? (await context.memberships.listByPerson(person.id));
  const found = await Promise.all(all.map((one) => findAccessBy(context, person, one, since)));
  return found.filter((access) => access !== null);
}

/** Finds the access to one workspace like `findAccess`. Resolves to null if there is none. */
export async function findAccessTo(
  context: Context,
  person: Person,
  workspaceId: string,
  since: Date,
): Promise<Access | null> {
  const memberships = await context.memberships.listByPerson(person.id);
  const membership = memberships.find(({ workspace_id }) => workspace_id === workspaceId);
  return membership ? findAccessBy(context, person, membership, since) : null;
}
