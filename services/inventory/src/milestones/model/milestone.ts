import type { ProblemDetail } from '@plotline/kit/core/errors';
import { normalizeName } from '@plotline/kit/core/normalize-text';

/** Stage of construction that a property has reached, such as the foundation. A milestone never changes. */
export interface Milestone {
  /** Not public, because the name identifies a milestone within its property. */
  readonly id: string;
  readonly version: number;
  readonly property_id: string;
  readonly name: string;
  /** The name in the form that is used for comparisons. Not public. */
  readonly name_key: string;
  /** `YYYY-MM-DD` */
  readonly reached_on: string;
  readonly created_at: Date;
}

/**
 * Maximum milestones of a property. It limits the work of the pipeline service, which compares them with the
 * instalments of a sale.
 */
export const maxMilestones = 500;

const maxNameLength = 60;

/** Returns an error if a name is too long. Outer spaces don't count. */
export function findNameFaults(name: string): ProblemDetail[] {
  if ([...name.trim()].length <= maxNameLength) return [];
  return [{ field: 'name', message: `must have 1 to ${maxNameLength} characters` }];
}

/** Returns an error if a day is in the future. `today` is a day in the workspace's time zone. */
export function findDayFaults(reachedOn: string | null | undefined, today: string): ProblemDetail[] {
  if (typeof reachedOn !== 'string' || reachedOn <= today) return [];
  return [{ field: 'reached_on', message: `must not be after today, ${today}` }];
}

interface ReachedMilestone {
  readonly property_id: string;
  readonly name: string;
  readonly reached_on: string;
}

export function createMilestone({ property_id, name, reached_on }: ReachedMilestone, id: string, now: Date): Milestone {
  const shown = name.trim();
  return { id, version: 1, property_id, name: shown, name_key: normalizeName(shown), reached_on, created_at: now };
}
