import type { ProblemDetail } from '@plotline/kit/core/errors';
import { DateTime, IANAZone } from 'luxon';

/** Weekdays in the order of ISO 8601. */
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Schedule of a digest: the start of an hour in a time zone. */
export interface DigestSchedule {
  readonly frequency: 'daily' | 'weekly';
  /** Null for a daily digest. */
  readonly weekday: (typeof weekdays)[number] | null;
  readonly hour: number;
  /** Name in the IANA time zone database, such as `Europe/Lisbon`. */
  readonly time_zone: string;
  /**
   * Whether the time zone is the workspace's. Absent in schedules of earlier releases of Plotline, in which workspaces
   * had no time zone.
   */
  readonly follows_workspace?: boolean;
}

/** Schedule in a request. Without a time zone, it uses the workspace's. */
export type ScheduleRequest = Omit<DigestSchedule, 'time_zone'> & { readonly time_zone?: string };

/** Returns the requested schedule in a workspace with that time zone. */
export function toSchedule(request: ScheduleRequest, workspaceZone: string): DigestSchedule {
  const { frequency, weekday, hour, time_zone, follows_workspace = time_zone === undefined } = request;
  const zone = follows_workspace || time_zone === undefined ? workspaceZone : time_zone;
  return { frequency, weekday, hour, time_zone: zone, follows_workspace };
}

/** Finds the errors in a schedule that the contract doesn't detect. */
export function findScheduleFaults({ frequency, weekday, time_zone }: DigestSchedule): readonly ProblemDetail[] {
  const faults: ProblemDetail[] = [];
  if (frequency === 'weekly' && weekday === null)
    faults.push({ field: 'schedule.weekday', message: 'is required for a weekly digest' });
  if (frequency === 'daily' && weekday !== null)
    faults.push({ field: 'schedule.weekday', message: 'must be null for a daily digest' });
  if (!IANAZone.isValidZone(time_zone))
    faults.push({ field: 'schedule.time_zone', message: 'must be a time zone such as Europe/Lisbon' });
  return faults;
}

/**
 * Returns the time of an hour on a day. If the clock skips the hour, returns the next hour. If the hour occurs twice,
 * returns the first one.
 */
function atHour(day: DateTime, hour: number): DateTime {
  return day.set({ hour, minute: 0, second: 0, millisecond: 0 });
}

/** Returns the first time of the schedule after `after`. */
export function findNextDigest({ frequency, weekday, hour, time_zone }: DigestSchedule, after: Date): Date {
  const local = DateTime.fromJSDate(after, { zone: time_zone });
  if (!local.isValid) throw new Error(`${time_zone} is not a time zone.`);
  const daysAhead = weekday === null ? 0 : (weekdays.indexOf(weekday) + 1 - local.weekday + 7) % 7;
  const day = local.startOf('day').plus({ days: daysAhead });
  const step = frequency === 'daily' ? { days: 1 } : { weeks: 1 };
  const [soon, later] = [atHour(day, hour), atHour(day.plus(step), hour)];
  return (soon > local ? soon : later).toJSDate();
}

/** Formats a time for readers in the time zone. */
export function describeTime(time: Date, time_zone: string): string {
  return DateTime.fromJSDate(time, { zone: time_zone }).setLocale('en-GB').toFormat('d LLLL, HH:mm');
}
