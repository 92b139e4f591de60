import type { components } from '../../../gen/api.js';
import { listTimeZones } from '../workspace/time-zones.js';

export type DigestSchedule = NonNullable<components['schemas']['DigestSchedule']>;
export type NewDigestSchedule = NonNullable<components['schemas']['NewDigestSchedule']>;
type Weekday = NonNullable<DigestSchedule['weekday']>;

const weekdays: readonly { readonly value: Weekday; readonly label: string }[] = [
  { value: 'monday', label: 'Monday' },
  { value: 'tuesday', label: 'Tuesday' },
  { value: 'wednesday', label: 'Wednesday' },
  { value: 'thursday', label: 'Thursday' },
  { value: 'friday', label: 'Friday' },
  { value: 'saturday', label: 'Saturday' },
  { value: 'sunday', label: 'Sunday' },
];

const toHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Options for the hour of a digest. */
export const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: toHour(hour) }));

/** Options for the day of a digest. An empty value means every day. */
export const dayChoices = [
  { value: '', label: 'Every day' },
  ...weekdays.map(({ value, label }) => ({ value, label: `Every ${label}` })),
];

/** Value of the time zone field that stands for the workspace's time zone. */
export const workspaceZone = '';

/** Lists the options for a digest's time zone. Adds the schedule's own time zone, which the browser may not know. */
export function listZoneChoices(chosen: string) {
  const zones = listTimeZones(chosen || 'UTC').map((value) => ({ value, label: value }));
  return [{ value: workspaceZone, label: 'Workspace time zone' }, ...zones];
}

/** Converts a form's values to a schedule. */
export function toSchedule(day: string, hour: string, time_zone: string): NewDigestSchedule {
  const weekday = weekdays.find(({ value }) => value === day)?.value ?? null;
  const zone = time_zone === workspaceZone ? {} : { time_zone };
  return { frequency: weekday === null ? 'daily' : 'weekly', weekday, hour: Number(hour), ...zone };
}

/** Describes a schedule, such as `Every Friday at 17:00, UTC`. */
export function describeSchedule({ weekday, hour, time_zone }: DigestSchedule): string {
  const day = weekdays.find(({ value }) => value === weekday);
  return `${day === undefined ? 'Every day' : `Every ${day.label}`} at ${toHour(hour)}, ${time_zone}`;
}
