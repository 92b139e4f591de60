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

/** The agent after a PUT without faults: absent = unchanged, null = cleared, nested objects merge. */
export function editAgent(agent: Agent, patch: AgentPatch, now: Date): Agent {
  return {
    ...agent,
    email: patch.email?.toLowerCase() ?? agent.email,
    name: patch.name ?? agent.name,
    role: patch.role ?? agent.role,
    status: patch.status ?? agent.status,
    team_id: patch.team_id === undefined ? agent.team_id : patch.team_id,
    commission: patch.commission === null ? noCommission : { ...agent.commission, ...patch.commission },
    profile: patch.profile === null ? noProfile : editProfile(agent.profile, patch.profile),
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
