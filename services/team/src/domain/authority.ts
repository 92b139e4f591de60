import { Problem } from '@plotline/kit/errors';
import { type Agent, type AgentRole, activeSince } from './agent.js';

/** On whose behalf agents are changed. */
interface Actor {
  readonly type: 'key' | 'user' | 'system';
  readonly role?: string;
  readonly agentId?: string;
}

/** What somebody may do with other agents' accounts. */
export interface Authority {
  /** The highest role that may be given. */
  readonly role: AgentRole;
  /** Whether the email and the role of somebody who has an account may be changed. */
  readonly isAdmin: boolean;
  /** The acting agent, where there is one. */
  readonly agentId: string | null;
}

const rank: Readonly<Record<AgentRole, number>> = { owner: 3, admin: 2, agent: 1, viewer: 0 };

function toRole(text: string | undefined): AgentRole {
  return text === 'owner' || text === 'admin' || text === 'agent' ? text : 'viewer';
}

/**
 * The authority of a caller. A person has that of their role, and a key with the scope `admin` and the system that of an owner. Without
 * the scope `admin` nobody is an admin, whatever their role, and nobody gives a role above `agent`.
 */
export function toAuthority({ type, role, agentId }: Actor, scopes: readonly string[]): Authority {
  const own = type === 'user' ? toRole(role) : 'owner';
  const isAdmin = scopes.includes('admin') && rank[own] >= rank.admin;
  return { role: isAdmin || rank[own] < rank.agent ? own : 'agent', isAdmin, agentId: agentId ?? null };
}

/** Why a change is refused, for programs. */
type Refusal = 'role_above_own' | 'owner_required' | 'admin_scope_required';

function forbidden(reason: Refusal, message: string): Problem {
  return new Problem('FORBIDDEN', message, { reason });
}

/** Throws FORBIDDEN with the reason `role_above_own` for a role above the one that the caller may give. */
export function assertMayGiveRole(authority: Authority, role: AgentRole): void {
  if (rank[role] <= rank[authority.role]) return;
  const message = `The role ${role} can be given only by somebody who has it, or by a key with the scope admin.`;
  throw forbidden('role_above_own', message);
}

function hasAccount(agent: Agent): boolean {
  return activeSince(agent) !== null;
}

/**
 * Throws FORBIDDEN, with its reason, for a change of email, role or status that the caller may not make. An invitation goes to the agent's address, so
 * whoever changes the address of an invited agent gives that agent's role.
 */
export function assertMayChange(authority: Authority, before: Agent, after: Agent): void {
  const changesEmail = before.email !== after.email;
  const changesRole = before.role !== after.role;
  const changesStatus = before.status !== after.status;
  if (!changesEmail && !changesRole && !changesStatus) return;
  if (before.role === 'owner' && authority.role !== 'owner') {
    throw forbidden('owner_required', "An owner's email, role and status can be changed only by owners.");
  }
  const isOwn = authority.agentId === before.id;
  if (!authority.isAdmin && hasAccount(before) && (changesRole || (changesEmail && !isOwn))) {
    const message = 'The email and the role of somebody who has an account can be changed only with admin rights.';
    throw forbidden('admin_scope_required', message);
  }
  const givesAccess = changesStatus && after.status !== 'inactive';
  const invitesAnother = changesEmail && after.status === 'invited';
  if (changesRole || givesAccess || invitesAnother) assertMayGiveRole(authority, after.role);
}
