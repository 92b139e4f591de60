import type { ProblemDetail } from '@plotline/kit/core/errors';

/** Agents who work together. A unit can be visible to one team only. */
export interface Team {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly lead_agent_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Body of a POST or PUT request. The contract has validated its shape. */
export interface TeamInput {
  readonly name?: string;
  readonly lead_agent_id?: string | null;
}

export function createTeam(input: TeamInput & { readonly name: string }, id: string, now: Date): Team {
  return {
    id,
    version: 1,
    name: input.name,
    lead_agent_id: input.lead_agent_id ?? null,
    created_at: now,
    updated_at: now,
  };
}

/** Returns the team after a PUT. `merged` already contains the changes. */
export function editTeam(merged: Team, now: Date): Team {
  return { ...merged, updated_at: now };
}

export const unknownTeam: ProblemDetail = { field: 'team_id', message: 'must be the id of a team of this workspace' };
const unknownLead: ProblemDetail = { field: 'lead_agent_id', message: 'must be the id of an agent of this workspace' };
const inactiveLead: ProblemDetail = { field: 'lead_agent_id', message: 'must not be a deactivated agent' };

/** Finds the errors in a team's new lead. Null means an unknown agent. */
export function findTeamLeadFaults(lead: { readonly status: string } | null): ProblemDetail[] {
  if (lead === null) return [unknownLead];
  return lead.status === 'inactive' ? [inactiveLead] : [];
}
