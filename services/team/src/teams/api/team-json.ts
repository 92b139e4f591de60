import type { Team } from '../model/team.js';

/** Renders a team for the public API. */
export function toTeamJson({ id, name, lead_agent_id, created_at, updated_at }: Team) {
  return { id, name, lead_agent_id, created_at, updated_at };
}
