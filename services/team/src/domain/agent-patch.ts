import type { ProblemDetail } from '@plotline/kit/errors';
import {
  type Agent,
  type AgentRole,
  type AgentStatus,
  type Commission,
  editProfile,
  noCommission,
  noProfile,
  type ProfilePatch,
} from './agent.js';

/** What a PUT may change; the contract has checked its shape. */
export interface AgentPatch {
  readonly email?: string;
  readonly name?: string;
  readonly role?: AgentRole;
  readonly status?: AgentStatus;
  readonly team_id?: string | null;
  readonly commission?: Partial<Commission> | null;
  readonly profile?: ProfilePatch | null;
}

/** What is wrong with a patch: a PUT only takes a deactivated agent back; other moves have ways of their own. */
export function patchFaults({ status: from }: Agent, { status: to = from }: AgentPatch): ProblemDetail[] {
  if (from === to || (from === 'inactive' && to === 'active')) return [];
  const way =
    to === 'inactive'
      ? 'cannot be set: use POST /v1/agents/:id/deactivate'
      : 'cannot be set: an agent is invited once and becomes active by accepting';
  return [{ field: 'status', message: way }];
}

/** An agent after the merge of a PUT, in which cleared objects and lists are null. */
export type MergedAgent = Omit<Agent, 'commission' | 'profile'> & {
  readonly commission: Commission | null;
  readonly profile: ProfilePatch | null;
};

/** The agent as its editor wants it, after a PUT without faults. */
export function editAgent(wanted: MergedAgent, now: Date): Agent {
  return {
    ...wanted,
    email: wanted.email.toLowerCase(),
    commission: wanted.commission ?? noCommission,
    profile: editProfile(noProfile, wanted.profile),
    updated_at: now,
  };
}

/** The agent without access; the same agent when it has none already. */
export function deactivate(agent: Agent, now: Date): Agent {
  return agent.status === 'inactive' ? agent : { ...agent, status: 'inactive', updated_at: now };
}

function isActiveOwner({ role, status }: Agent): boolean {
  return role === 'owner' && status === 'active';
}

/** Whether a change takes an active owner from the workspace, which must not be its last. */
export function losesOwner(before: Agent, after: Agent): boolean {
  return isActiveOwner(before) && !isActiveOwner(after);
}
