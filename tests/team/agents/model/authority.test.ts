import { Problem } from '@plotline/kit/core/errors';
import type { Agent, AgentRole, AgentStatus } from '@plotline/team/agents/model/agent';
import { assertMayChange, assertMayGiveRole, toAuthority } from '@plotline/team/agents/model/authority';
import { expect } from 'chai';
import { longAgo, sampleAgent } from './sample-agent.js';

const roles: readonly AgentRole[] = ['owner', 'admin', 'agent', 'viewer'];
const user = (role: string, scopes: readonly string[], agentId = 'agent_me') =>
  toAuthority({ type: 'user', role, agentId }, scopes);

const system = toAuthority({ type: 'system' }, ['admin']);
const adminKey = toAuthority({ type: 'key' }, ['admin']);
const agentsKey = toAuthority({ type: 'key' }, ['write:agents']);
const owner = user('owner', ['admin']);
const admin = user('admin', ['admin']);
const ownersToken = user('owner', ['write:agents']);
const adminsToken = user('admin', ['read:agents', 'write:agents']);
const agent = user('agent', ['admin']);
const viewer = user('viewer', ['admin']);

/** Returns the reason for the refusal. Null if the call is allowed. */
function reasonOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Problem && error.code === 'FORBIDDEN') return error.reason ?? 'none';
    throw error;
  }
}

function isRefused(work: () => void): boolean {
  return reasonOf(work) !== null;
}

describe('assertMayGiveRole', () => {
  const givable = (authority: typeof system) =>
    roles.filter((role) => !isRefused(() => assertMayGiveRole(authority, role)));

  it('lets the system, keys with the admin scope, and owners give every role', () => {
    for (const authority of [system, adminKey, owner]) expect(givable(authority)).to.deep.equal(roles);
  });

  it('lets admins give every role except owner', () => {
    expect(givable(admin)).to.deep.equal(['admin', 'agent', 'viewer']);
  });

  it('limits a token with the admin scope to the roles that its person may give', () => {
    expect(givable(user('admin', ['read:leads', 'admin']))).to.deep.equal(['admin', 'agent', 'viewer']);
    expect(givable(user('agent', ['admin']))).to.deep.equal(['agent', 'viewer']);
  });

  it('lets keys and tokens without the admin scope give only roles up to agent', () => {
    for (const authority of [agentsKey, ownersToken, adminsToken]) {
      expect(givable(authority)).to.deep.equal(['agent', 'viewer']);
    }
  });

  it('lets no one give a role above their own, and lets an unknown role give at most viewer', () => {
    expect(givable(agent)).to.deep.equal(['agent', 'viewer']);
    expect(givable(viewer)).to.deep.equal(['viewer']);
    expect(givable(user('boss', ['admin']))).to.deep.equal(['viewer']);
  });
});

describe('assertMayChange', () => {
  const status = (to: AgentStatus) => ({ status: to });
  const deactivated: Partial<Agent> = { status: 'inactive' };
  const neverActive: Partial<Agent> = { active_since: null };
  const invited: Partial<Agent> = { status: 'invited', active_since: null };
  const other = { email: 'other@example.com' };

  /** Results for each authority, in the order of the columns. `+` means allowed, and `-` means refused. */
  const columns = [system, adminKey, owner, admin, agentsKey, ownersToken];
  const table: readonly (readonly [string, Partial<Agent>, Partial<Agent>, string])[] = [
    ['a name', {}, { name: 'Other' }, '++++++'],
    ["an owner's name", { role: 'owner' }, { name: 'Other' }, '++++++'],
    ['the email of an active agent', {}, other, '++++--'],
    ['the email of an inactive agent who was active', deactivated, other, '++++--'],
    ['the email of an inactive agent who was never active', { ...deactivated, ...neverActive }, other, '++++++'],
    ['the email of an invited agent', invited, other, '++++++'],
    ['the email of an invited admin', { ...invited, role: 'admin' }, other, '++++--'],
    ['the email of an invited owner', { ...invited, role: 'owner' }, other, '+++---'],
    ['the role of an active agent to viewer', {}, { role: 'viewer' }, '++++--'],
    ['the role of an active agent to admin', {}, { role: 'admin' }, '++++--'],
    ['the role of an active agent to owner', {}, { role: 'owner' }, '+++---'],
    ['the role of an invited agent to viewer', invited, { role: 'viewer' }, '++++++'],
    ['the role of an invited agent to admin', invited, { role: 'admin' }, '++++--'],
    ['the role of an admin to agent', { role: 'admin' }, { role: 'agent' }, '++++--'],
    ["an owner's email", { role: 'owner' }, other, '+++---'],
    ["an owner's role", { role: 'owner' }, { role: 'admin' }, '+++---'],
    ["an active owner's status", { role: 'owner' }, deactivated, '+++---'],
    ["an inactive owner's status", { ...deactivated, role: 'owner' }, status('active'), '+++---'],
    ["an active agent's status", {}, deactivated, '++++++'],
    ["an active admin's status", { role: 'admin' }, deactivated, '++++++'],
    ["an inactive agent's status", deactivated, status('active'), '++++++'],
    ["an inactive admin's status", { ...deactivated, role: 'admin' }, status('active'), '++++--'],
  ];
  for (const [what, from, change, expected] of table) {
    it(`${what}: ${expected} for system, key with admin, owner, admin, key and token with write:agents`, () => {
      const before = sampleAgent(from);
      const after = { ...before, ...change };
      const actual = columns.map((authority) =>
        isRefused(() => assertMayChange(authority, before, after)) ? '-' : '+',
      );
      expect(actual.join('')).to.equal(expected);
    });
  }

  it('reports the first broken rule as the reason for a refusal', () => {
    const reason = (authority: typeof system, from: Partial<Agent>, change: Partial<Agent>) => {
      const before = sampleAgent(from);
      return reasonOf(() => assertMayChange(authority, before, { ...before, ...change }));
    };
    expect(reasonOf(() => assertMayGiveRole(admin, 'owner'))).to.equal('role_above_own');
    expect(reason(admin, {}, { role: 'owner' })).to.equal('role_above_own');
    expect(reason(admin, { role: 'owner' }, { role: 'admin' })).to.equal('owner_required');
    expect(reason(agentsKey, {}, other)).to.equal('admin_scope_required');
    expect(reason(agentsKey, invited, { role: 'admin' })).to.equal('role_above_own');
  });

  it("lets a token without the admin scope change its person's email, but not the role", () => {
    const me = sampleAgent({ id: 'agent_me', role: 'admin', active_since: longAgo });
    expect(isRefused(() => assertMayChange(adminsToken, me, { ...me, ...other }))).to.equal(false);
    expect(isRefused(() => assertMayChange(adminsToken, me, { ...me, role: 'agent' }))).to.equal(true);
  });
});
