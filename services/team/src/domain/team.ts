/** Agents who work together. A unit can be visible to one team only. */
export interface Team {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly lead_agent_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The body of a POST or PUT; the contract has validated its shape. */
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

/** The team after a PUT: absent = unchanged, null = cleared. */
export function editTeam(team: Team, input: TeamInput, now: Date): Team {
  const lead = input.lead_agent_id === undefined ? team.lead_agent_id : input.lead_agent_id;
  return { ...team, name: input.name ?? team.name, lead_agent_id: lead, updated_at: now };
}
