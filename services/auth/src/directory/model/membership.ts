/** Joins a person to an agent of a workspace. The team service has the agent's role and status; they are asked for, not copied. */
export interface Membership {
  readonly id: string;
  readonly version: number;
  readonly workspace_id: string;
  readonly person_id: string;
  readonly agent_id: string;
  readonly created_at: Date;
}

/** What the team service tells of an agent; times in milliseconds since the epoch, 0 for never. */
interface AgentActivity {
  readonly status: string;
  /** When the agent became active for the last time. */
  readonly active_since: number;
  /** When the agent was deactivated for the last time. */
  readonly deactivated_at: number;
}

/** A time in which somebody was an active agent of a workspace; `until` is null while it lasts. */
export interface ActivePeriod {
  readonly person_id: string;
  readonly from: Date;
  readonly until: Date | null;
}

/** When the person was active since the membership began. Of several breaks only the last one is known. */
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
