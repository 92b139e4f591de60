import type { Team } from '../domain/team.js';

/** A team as the API shows it. */
export function toTeamJson({ id, name, lead_agent_id, created_at, updated_at }: Team) {
  return { id, name, lead_agent_id, created_at, updated_at };
}

/** A team as its agents show it with `expand=team`. */
export function toTeamReferenceJson({ id, name }: Team) {
  return { id, name };
}
