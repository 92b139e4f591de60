/** Joins a person to an agent of a workspace. The team service has the agent's role and status; they are asked for, not copied. */
export interface Membership {
  readonly id: string;
  readonly version: number;
  readonly workspace_id: string;
  readonly person_id: string;
  readonly agent_id: string;
  readonly created_at: Date;
}
