/** When a digest is sent: each day, or on one day of the week, at an hour of a time zone. */
export interface DigestSchedule {
  readonly frequency: 'daily' | 'weekly';
  /** 1 is Monday (ISO 8601); of weekly ones. */
  readonly weekday: number;
  readonly hour: number;
  /** A name of the IANA database. */
  readonly time_zone: string;
}

export const defaultSchedule: DigestSchedule = { frequency: 'daily', weekday: 1, hour: 8, time_zone: 'UTC' };
