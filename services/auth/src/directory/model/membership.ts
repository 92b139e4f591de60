import type { RoleAssignment } from './role-assignment.js';

/** Assigns a person to an agent of a workspace. The agent's role and status are in its RoleAssignment. */
export interface Membership {
  readonly id: string;
  readonly version: number;
  readonly workspace_id: string;
  readonly person_id: string;
  readonly agent_id: string;
  readonly created_at: Date;
}

/** Period in which a person was an active agent of a workspace. `until` is null while it lasts. */
export interface ActivePeriod {
  readonly person_id: string;
  readonly from: Date;
  readonly until: Date | null;
}

/**
 * Returns the periods in which the person was active since the membership began. Only the latest interruption is known.
 */
export function findActivePeriods(
  { person_id, created_at: from }: Membership,
  { status, active_since, deactivated_at }: Pick<RoleAssignment, 'status' | 'active_since' | 'deactivated_at'>,
): readonly ActivePeriod[] {
  const until = deactivated_at ?? new Date(0);
  if (status === 'inactive') return [{ person_id, from, until }];
  if (until <= from) return [{ person_id, from, until: null }];
  return [
    { person_id, from, until },
    { person_id, from: active_since ?? new Date(0), until: null },
  ];
}
