import { conflict, type ProblemDetail } from '@plotline/kit/core/errors';
import { type ExternallyIdentified, toExternalId } from '@plotline/kit/core/ids';

export type AgentRole = 'owner' | 'admin' | 'agent' | 'viewer';
export type AgentStatus = 'invited' | 'active' | 'inactive';

export interface Commission {
  readonly tier: string | null;
  readonly rate: number | null;
}

export interface Profile {
  readonly phone: string | null;
  readonly photo: string | null;
  readonly bio: string | null;
  readonly languages: readonly string[];
  readonly license_number: string | null;
}

/** Member of a workspace's sales team. */
export interface Agent extends ExternallyIdentified {
  readonly id: string;
  readonly version: number;
  readonly email: string;
  readonly name: string;
  readonly role: AgentRole;
  readonly status: AgentStatus;
  readonly profile: Profile;
  readonly team_id: string | null;
  readonly commission: Commission;
  readonly invitation_sent_at: Date | null;
  readonly last_active: Date | null;
  /**
   * Time when the agent last became active. Null if it never did, or if its person now belongs to a different agent.
   */
  readonly active_since: Date | null;
  /**
   * Address with which the person accepted the invitation. If `email` differs from it, a reactivation sends an
   * invitation. Absent until an invitation is accepted.
   */
  readonly accepted_email?: string;
  /** Time when the agent was last deactivated; null if never. */
  readonly deactivated_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Body of an invitation. The contract has validated its shape. */
export interface Invitation {
  readonly email: string;
  readonly name: string;
  readonly role: AgentRole;
  readonly external_id?: string | null;
  readonly team_id?: string | null;
  readonly commission?: Partial<Commission> | null;
  readonly profile?: ProfileInput | null;
}

/** Profile in the form of a request body. Unknown fields are missing or null. */
type ProfileInput = { readonly [Field in keyof Profile]?: Profile[Field] | null };

const emptyProfile: Profile = { phone: null, photo: null, bio: null, languages: [], license_number: null };
const emptyCommission: Commission = { tier: null, rate: null };

function completeProfile(profile: ProfileInput | null | undefined): Profile {
  return { ...emptyProfile, ...profile, languages: profile?.languages ?? [] };
}

/** Creates an agent who has not accepted the invitation yet. */
export function inviteAgent(invitation: Invitation, id: string, now: Date): Agent {
  return {
    id,
    version: 1,
    ...toExternalId(invitation.external_id),
    email: invitation.email.toLowerCase(),
    name: invitation.name,
    role: invitation.role,
    status: 'invited',
    profile: completeProfile(invitation.profile),
    team_id: invitation.team_id ?? null,
    commission: { ...emptyCommission, ...invitation.commission },
    invitation_sent_at: null,
    last_active: null,
    active_since: null,
    deactivated_at: null,
    created_at: now,
    updated_at: now,
  };
}

/**
 * Creates the first owner of a new workspace. The owner is active if the address was confirmed, and invited otherwise.
 */
export function createOwner(
  { email, name }: Pick<Agent, 'email' | 'name'>,
  id: string,
  isInvited: boolean,
  now: Date,
): Agent {
  const owner = inviteAgent({ email, name, role: 'owner' }, id, now);
  return isInvited ? owner : { ...owner, status: 'active', active_since: now, accepted_email: owner.email };
}

/**
 * Activates an invited agent who accepts the invitation. Returns any other agent unchanged. Throws CONFLICT when the
 * invitation was sent to an address that the agent no longer has. The system passes no address.
 */
export function acceptInvitation(agent: Agent, email: string | undefined, now: Date): Agent {
  if (agent.status === 'invited' && email !== undefined && email !== agent.email) {
    throw conflict('The agent was invited again at another address.');
  }
  if (agent.status !== 'invited') return agent;
  return { ...agent, status: 'active', active_since: now, accepted_email: agent.email, updated_at: now };
}

/** Body of a PUT request. Absent fields don't change; null clears a field. The contract has validated its shape. */
export interface AgentPatch {
  readonly external_id?: string | null;
  readonly email?: string;
  readonly name?: string;
  readonly role?: AgentRole;
  readonly status?: AgentStatus;
  readonly team_id?: string | null;
  readonly commission?: Partial<Commission> | null;
  readonly profile?: ProfileInput | null;
}

/**
 * Finds the errors in a patch. A PUT can only change the status to `active`. The previous status must be `inactive`. In
 * the sandbox, where invitations can't be accepted, it may also be `invited`.
 */
export function findPatchFaults(
  { status: from }: Agent,
  { status: to = from }: AgentPatch,
  hasAccounts: boolean,
): ProblemDetail[] {
  if (from === to || (to === 'active' && (from === 'inactive' || !hasAccounts))) return [];
  const message =
    to === 'inactive'
      ? 'cannot be set: use POST /v1/agents/:id/deactivate'
      : 'cannot be set: an agent is invited once and becomes active by accepting';
  return [{ field: 'status', message }];
}

/** Agent merged with a patch. Cleared objects and lists are null. */
export type MergedAgent = Omit<Agent, 'external_id' | 'commission' | 'profile'> & {
  readonly external_id?: string | null | undefined;
  readonly commission: Commission | null;
  readonly profile: ProfileInput | null;
};

/**
 * Returns the agent after a PUT without errors. `before` is the agent that the PUT was merged with. If agents have
 * accounts, a reactivation may send an invitation. It does so if the agent has no person, or if the email address isn't
 * the one with which the person accepted. If the address differs, the account still belongs to the previous person, and
 * the new address may belong to somebody else.
 */
export function editAgent(before: Agent, merged: MergedAgent, hasAccounts: boolean, now: Date): Agent {
  const { external_id, ...rest } = merged;
  const email = merged.email.toLowerCase();
  const edited: Agent = {
    ...rest,
    ...toExternalId(external_id),
    email,
    commission: merged.commission ?? emptyCommission,
    profile: completeProfile(merged.profile),
    updated_at: now,
  };
  if (before.status === 'active' || merged.status !== 'active') return forgetInvitation(before, edited);
  return hasAccounts && (before.active_since === null || before.accepted_email !== email)
    ? forgetInvitation(before, { ...edited, status: 'invited', active_since: null })
    : { ...edited, active_since: now };
}

/** Returns whether a change requires an invitation to be sent, for the first time or again. */
export function isInvitedAnew(before: Agent, after: Agent): boolean {
  return after.status === 'invited' && (before.status !== 'invited' || before.email !== after.email);
}

function forgetInvitation(before: Agent, after: Agent): Agent {
  return isInvitedAnew(before, after) ? { ...after, invitation_sent_at: null } : after;
}

/**
 * Returns the agent after the mail server accepted its invitation. Returns the same agent when the invitation was sent
 * to an address that the agent no longer has.
 */
export function recordInvitationSent(agent: Agent, email: string, sentAt: Date, now: Date): Agent {
  const isKnown = agent.invitation_sent_at !== null && agent.invitation_sent_at >= sentAt;
  return agent.email !== email || isKnown ? agent : { ...agent, invitation_sent_at: sentAt, updated_at: now };
}

/**
 * Returns the agent after its person was assigned to a different agent. The agent is then in the same state as after an
 * invitation that was not accepted. An active agent is invited immediately. Otherwise it would be active although
 * nobody can sign in as it.
 */
export function recordPersonMoved(agent: Agent, now: Date): Agent {
  if (agent.active_since === null) return agent;
  const left: Agent = { ...agent, active_since: null, updated_at: now };
  return agent.status === 'active' ? forgetInvitation(agent, { ...left, status: 'invited' }) : left;
}

/** Returns whether a change leaves the agent without a person. */
export function losesPerson(before: Agent, after: Agent): boolean {
  return before.active_since !== null && after.active_since === null;
}

/** Returns the agent as inactive. Returns the same object if it was already inactive. */
export function deactivate(agent: Agent, now: Date): Agent {
  return agent.status === 'inactive' ? agent : { ...agent, status: 'inactive', deactivated_at: now, updated_at: now };
}

/** Returns whether a change gives, removes or changes access. */
export function changesAccess(before: Agent, after: Agent): boolean {
  return before.role !== after.role || before.status !== after.status;
}

/**
 * Returns whether a change affects an agent's role assignment in the auth service, which also contains its agent in the
 * sandbox.
 */
export function changesAssignment(before: Agent, after: Agent): boolean {
  const isSameTime = before.active_since?.getTime() === after.active_since?.getTime();
  return changesAccess(before, after) || before.email !== after.email || !isSameTime;
}

const toSandboxAddress = ({ email, status }: Agent) => (status === 'inactive' ? null : email);

/** Returns whether a change affects which person acts as an agent of the sandbox. `before` is null for a new agent. */
export function changesSandboxAddress(before: Agent | null, after: Agent): boolean {
  return (before && toSandboxAddress(before)) !== toSandboxAddress(after);
}

function isActiveOwner({ role, status }: Agent): boolean {
  return role === 'owner' && status === 'active';
}

/** Returns whether a change removes an active owner. A workspace must keep at least one active owner. */
export function removesActiveOwner(before: Agent, after: Agent): boolean {
  return isActiveOwner(before) && !isActiveOwner(after);
}
