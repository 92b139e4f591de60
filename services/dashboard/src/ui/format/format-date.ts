const formats = {
  date: { dateStyle: 'medium' },
  time: { dateStyle: 'medium', timeStyle: 'short' },
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** `time` adds hours and minutes to the date, and `exact` also adds seconds. */
export type DateFormat = keyof typeof formats;

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/**
 * Formats a point in time for a locale, in the viewer's time zone. The locale defaults to the viewer's. A date without
 * a time is the same day in every time zone.
 */
export function formatDateTime(value: string, format: DateFormat = 'time', locale?: string): string {
  const options = isDay(value) ? ({ ...formats.date, timeZone: 'UTC' } as const) : formats[format];
  return new Intl.DateTimeFormat(locale, options).format(new Date(value));
}

const padTwo = (value: number) => String(value).padStart(2, '0');

/** Formats a date for a `date` field, in the viewer's time zone. */
export function toDateInput(date: Date): string {
  return [date.getFullYear(), padTwo(date.getMonth() + 1), padTwo(date.getDate())].join('-');
}

/** Formats a date for a `datetime-local` field, in the viewer's time zone. */
export function toDateTimeInput(date: Date): string {
  return `${toDateInput(date)}T${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`;
}
