import type { components } from '../../../gen/api.js';

export type DigestSchedule = NonNullable<components['schemas']['DigestSchedule']>;
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

/** The hours of a day, as a list offers them. */
export const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: toHour(hour) }));

/** Every day of the week has its digest, or one. */
export const dayChoices = [
  { value: '', label: 'Every day' },
  ...weekdays.map(({ value, label }) => ({ value, label: `Every ${label}` })),
];

/** The zones that the browser knows, beside that of the schedule. */
export function listTimeZones(chosen: string): string[] {
  return [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}

/** A schedule of what a form has. */
export function toSchedule(day: string, hour: string, time_zone: string): DigestSchedule {
  const weekday = weekdays.find(({ value }) => value === day)?.value ?? null;
  return { frequency: weekday === null ? 'daily' : 'weekly', weekday, hour: Number(hour), time_zone };
}

/** When a digest is mailed, in words. */
export function describeSchedule({ weekday, hour, time_zone }: DigestSchedule): string {
  const day = weekdays.find(({ value }) => value === weekday);
  return `${day === undefined ? 'Every day' : `Every ${day.label}`} at ${toHour(hour)}, ${time_zone}`;
}
