import type { Membership } from '@plotline/protos/plotline/auth/v1/verification';
import { placeOf, settingsOf } from '../model/workspace.js';
import type { Access } from './access.js';

/** Converts a person's access to a workspace into the message for the gateway. */
export function toMembership(access: Access): Membership {
  const { workspace, agentId, sandboxAgentId, role, needsTwoFactor, activeSince, suspension } = access;
  const { id, plan, currency } = workspace;
  const { country, timeZone: time_zone } = placeOf(workspace);
  return {
    workspace_id: id,
    plan,
    currency,
    country,
    time_zone,
    settings: { ...settingsOf(workspace) },
    agent_id: agentId,
    role,
    sandbox_agent_id: sandboxAgentId ?? undefined,
    needs_two_factor: needsTwoFactor || undefined,
    active_since: activeSince,
    suspension: suspension ?? undefined,
  };
}
