import type { Team } from '../../teams/model/team.js';
import type { Agent, Commission, Profile } from '../model/agent.js';

// Lists the fields by name, because their order affects an agent's entity tag, and the database may return them in a
// different order.
function toProfileJson({ phone, photo, bio, languages, license_number }: Profile): Profile {
  return { phone, photo, bio, languages, license_number };
}

function toCommissionJson({ tier, rate }: Commission): Commission {
  return { tier, rate };
}

/** Renders an agent for the public API and for the `data` of its events. */
export function toAgentJson(agent: Agent) {
  return {
    id: agent.id,
    external_id: agent.external_id ?? null,
    email: agent.email,
    name: agent.name,
    role: agent.role,
    status: agent.status,
    profile: toProfileJson(agent.profile),
    team_id: agent.team_id,
    commission: toCommissionJson(agent.commission),
    invitation_sent_at: agent.invitation_sent_at,
    last_active: agent.last_active,
    created_at: agent.created_at,
    updated_at: agent.updated_at,
  };
}

/** Renders a team inside its agents, for `expand=team`. */
export function toTeamReferenceJson({ id, name }: Team) {
  return { id, name };
}
