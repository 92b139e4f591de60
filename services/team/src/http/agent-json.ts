import type { Agent, Commission, Profile } from '../domain/agent.js';

// The order of members is part of an agent's entity tag, and the store need not keep it.
function profileJson({ phone, photo, bio, languages, license_number }: Profile): Profile {
  return { phone, photo, bio, languages, license_number };
}

function commissionJson({ tier, rate }: Commission): Commission {
  return { tier, rate };
}

/** An agent as the public sees it; also the `data` of its events. */
export function agentJson(agent: Agent) {
  return {
    id: agent.id,
    email: agent.email,
    name: agent.name,
    role: agent.role,
    status: agent.status,
    profile: profileJson(agent.profile),
    team_id: agent.team_id,
    commission: commissionJson(agent.commission),
    invitation_sent_at: agent.invitation_sent_at,
    last_active: agent.last_active,
    created_at: agent.created_at,
    updated_at: agent.updated_at,
  };
}
