import type { Team } from '../domain/team.js';

/** A team as the public sees it. */
export function teamJson({ id, name, lead_agent_id, created_at, updated_at }: Team) {
  return { id, name, lead_agent_id, created_at, updated_at };
}
