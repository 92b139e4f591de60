import type { Context } from '../../context.js';
import type { Membership } from '../model/membership.js';
import { hasTwoFactor, type Person } from '../model/person.js';
import type { Workspace } from '../model/workspace.js';

/** A workspace that a person has access to, and as whom. */
export interface Access {
  readonly workspace: Workspace;
  readonly agentId: string;
  /** As whom the person acts in the sandbox: the agent there that has the same email. Null when there is none. */
  readonly sandboxAgentId: string | null;
  readonly role: string;
  /** When the person became active there for the last time, in milliseconds since the epoch. */
  readonly activeSince: number;
  /** When the person was last seen at work there, in milliseconds since the epoch; 0 for never. */
  readonly lastActive: number;
  /** The workspace requires a second factor of the person's role. */
  readonly requiresTwoFactor: boolean;
  /** It is required and not set up: until then nothing else is allowed. */
  readonly needsTwoFactor: boolean;
}

const rolesToProtect: ReadonlySet<string> = new Set(['owner', 'admin']);

async function findAccessBy(
  { workspaces, agents }: Context,
  person: Person,
  { workspace_id, agent_id }: Membership,
  since: Date,
): Promise<Access | null> {
  const [workspace, agent] = await Promise.all([
    workspaces.get(workspace_id),
    agents.findMember(workspace_id, agent_id),
  ]);
  // A credential from before the agent was deactivated stays dead when the agent is active again.
  if (!workspace || workspace.suspended_at || agent?.status !== 'active' || since.getTime() < agent.active_since)
    return null;
  const { role, sandbox_id: sandboxAgentId = null, active_since: activeSince, last_active: lastActive = 0 } = agent;
  const requiresTwoFactor = workspace.require_two_factor && rolesToProtect.has(role);
  const needsTwoFactor = requiresTwoFactor && !hasTwoFactor(person);
  const factor = { requiresTwoFactor, needsTwoFactor };
  return { workspace, agentId: agent_id, sandboxAgentId, role, activeSince, lastActive, ...factor };
}

/**
 * The workspaces in which the person is an active agent, the first membership first, for a credential that was issued at `since`.
 * The team service is asked each time, so that a role or status that changes counts at once. Rejects with SERVICE_UNAVAILABLE.
 * `memberships` are the person's, where they were read already.
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

/** As `findAccess`, of one workspace; null when there is none. */
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
