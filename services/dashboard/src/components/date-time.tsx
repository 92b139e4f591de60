const formats = {
  date: { dateStyle: 'medium' },
  time: { dateStyle: 'medium', timeStyle: 'short' },
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

interface DateTimeProps {
  readonly value: string | null | undefined;
  /** `time` adds hours and minutes to the date, `exact` also seconds. */
  readonly format?: keyof typeof formats;
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Formats a point in time for the viewer's locale and time zone. A date without a time is the same day in every time zone. */
export function formatDateTime(value: string, format: keyof typeof formats = 'time'): string {
  const options = isDay(value) ? ({ ...formats.date, timeZone: 'UTC' } as const) : formats[format];
  return new Intl.DateTimeFormat(undefined, options).format(new Date(value));
}

/** Shows a point in time, or a dash. */
export function DateTime({ value, format = 'time' }: DateTimeProps) {
  if (!value) return <span>–</span>;
  return <time dateTime={value}>{formatDateTime(value, format)}</time>;
}
