/** Joins a person to an agent of a workspace. The agent's role and status are asked of the team service, not copied. */
export interface Membership {
  readonly id: string;
  readonly version: number;
  readonly workspace_id: string;
  readonly person_id: string;
  readonly agent_id: string;
  readonly created_at: Date;
}

/** Activity of an agent as the team service knows it. Times are in milliseconds since the epoch, 0 for never. */
interface AgentActivity {
  readonly status: string;
  /** Time when the agent last became active. */
  readonly active_since: number;
  /** Time when the agent was last deactivated. */
  readonly deactivated_at: number;
}

/** A time in which a person was an active agent of a workspace. `until` is null while it lasts. */
export interface ActivePeriod {
  readonly person_id: string;
  readonly from: Date;
  readonly until: Date | null;
}

/** Returns when the person was active since the membership began. Only the last of several breaks is known. */
export function findActivePeriods(
  { person_id, created_at: from }: Membership,
  { status, active_since, deactivated_at }: AgentActivity,
): readonly ActivePeriod[] {
  const until = new Date(deactivated_at);
  if (status === 'inactive') return [{ person_id, from, until }];
  if (until <= from) return [{ person_id, from, until: null }];
  return [
    { person_id, from, until },
    { person_id, from: new Date(active_since), until: null },
  ];
}
