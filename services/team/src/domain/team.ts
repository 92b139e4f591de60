/** Agents who work together; a unit can be visible to one team only. */
export interface Team {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly lead_agent_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What a POST or PUT says of a team; the contract has checked its shape. */
export interface TeamInput {
  readonly name?: string;
  readonly lead_agent_id?: string | null;
}

export function foundTeam(input: TeamInput & { readonly name: string }, id: string, now: Date): Team {
  return {
    id,
    version: 1,
    name: input.name,
    lead_agent_id: input.lead_agent_id ?? null,
    created_at: now,
    updated_at: now,
  };
}

/** The team as its editor wants it. */
export function editTeam(wanted: Team, now: Date): Team {
  return { ...wanted, updated_at: now };
}
