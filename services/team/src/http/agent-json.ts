import type { Agent } from '../domain/agent.js';

/** An agent as the public sees it; also the `data` of its events. */
export function agentJson(agent: Agent) {
  return {
    id: agent.id,
    email: agent.email,
    name: agent.name,
    role: agent.role,
    status: agent.status,
    profile: agent.profile,
    team_id: agent.team_id,
    commission: agent.commission,
    invitation_sent_at: agent.invitation_sent_at,
    last_active: agent.last_active,
    created_at: agent.created_at,
    updated_at: agent.updated_at,
  };
}
