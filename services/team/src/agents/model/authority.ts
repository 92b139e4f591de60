import { Problem } from '@plotline/kit/core/errors';
import type { Agent, AgentRole } from './agent.js';

/** Actor who changes agents. */
interface Actor {
  readonly type: 'key' | 'user' | 'system';
  readonly role?: string;
  readonly agentId?: string;
}

/** Rights of an actor over other agents' accounts. */
export interface Authority {
  /** Highest role that the actor may give. */
  readonly role: AgentRole;
  /** Whether the actor may change the email address and the role of an agent with an account. */
  readonly isAdmin: boolean;
  /** The acting agent, if there is one. */
  readonly agentId: string | null;
}

const rank: Readonly<Record<AgentRole, number>> = { owner: 3, admin: 2, agent: 1, viewer: 0 };

function toRole(text: string | undefined): AgentRole {
  return text === 'owner' || text === 'admin' || text === 'agent' ? text : 'viewer';
}

/**
 * Returns the authority of a caller. A person has the authority of their role. The system and keys with the scope
 * `admin` have the authority of an owner. A credential without the scope `admin` doesn't have an admin's authority,
 * even if the person is an admin, and can't give a role above `agent`.
 */
export function toAuthority({ type, role, agentId }: Actor, scopes: readonly string[]): Authority {
  const own = type === 'user' ? toRole(role) : 'owner';
  const isAdmin = scopes.includes('admin') && rank[own] >= rank.admin;
  return { role: isAdmin || rank[own] < rank.agent ? own : 'agent', isAdmin, agentId: agentId ?? null };
}

/** Machine-readable reason for a refused change. */
type Refusal = 'role_above_own' | 'owner_required' | 'admin_scope_required';

/** Fields that decisions about authority depend on. */
type Field = 'email' | 'role' | 'status';

function forbidden(reason: Refusal, fields: readonly Field[], message: string): Problem {
  return new Problem('FORBIDDEN', message, { reason, details: fields.map((field) => ({ field, message })) });
}

/** Describes which roles may give each role. They may also give lower roles. */
const givers: Readonly<Record<AgentRole, string>> = {
  owner: 'owners whose credential has the scope admin, or by keys with that scope',
  admin: 'owners and admins whose credential has the scope admin, or by keys with that scope',
  agent: 'owners, admins and agents, or by keys',
  viewer: 'everybody',
};

/**
 * Throws FORBIDDEN with the reason `role_above_own` if the caller may not give a role this high. `field` is the field
 * that contains the role.
 */
export function assertMayGiveRole(authority: Authority, role: AgentRole, field: Field = 'role'): void {
  if (rank[role] <= rank[authority.role]) return;
  throw forbidden('role_above_own', [field], `The ${role} role can be given only by ${givers[role]}.`);
}

function hasAccount(agent: Agent): boolean {
  return agent.active_since !== null;
}

/** Throws FORBIDDEN with the reason `admin_scope_required` unless the caller may revoke other people's API keys. */
export function assertMayRevokeKeys({ isAdmin }: Authority): void {
  if (isAdmin) return;
  const message = `The API keys of others can be revoked only by ${givers.admin}.`;
  const details = [{ field: 'revoke_keys', message }];
  throw new Problem('FORBIDDEN', message, { reason: 'admin_scope_required', details });
}

/**
 * Throws FORBIDDEN, with a reason, if the caller may not make a change of email address, role or status. An invitation
 * goes to the agent's address, so changing the address of an invited agent gives the agent's role to somebody else.
 */
export function assertMayChange(authority: Authority, before: Agent, after: Agent): void {
  const changesEmail = before.email !== after.email;
  const changesRole = before.role !== after.role;
  const changesStatus = before.status !== after.status;
  const changed = (['email', 'role', 'status'] as const).filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return;
  if (before.role === 'owner' && authority.role !== 'owner') {
    throw forbidden(
      'owner_required',
      changed,
      `The email, role and status of an owner can be changed only by ${givers.owner}.`,
    );
  }
  const isOwn = authority.agentId === before.id;
  if (!authority.isAdmin && hasAccount(before) && (changesRole || (changesEmail && !isOwn))) {
    const fields = changed.filter((field) => field !== 'status');
    const message = `The email and role of somebody who has an account can be changed only by ${givers.admin}.`;
    throw forbidden('admin_scope_required', fields, message);
  }
  const givesAccess = changesStatus && after.status !== 'inactive';
  const invitesAnother = changesEmail && after.status === 'invited';
  if (changesRole) assertMayGiveRole(authority, after.role);
  else if (givesAccess) assertMayGiveRole(authority, after.role, 'status');
  else if (invitesAnother) assertMayGiveRole(authority, after.role, 'email');
}
