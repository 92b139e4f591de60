const formats = {
  date: { dateStyle: 'medium' },
  time: { dateStyle: 'medium', timeStyle: 'short' },
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

interface DateTimeProps {
  readonly value: string | null | undefined;
  /** The day alone, or the time of the day too, or that with its seconds. */
  readonly format?: keyof typeof formats;
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** A point in time as text, in the viewer's locale and time zone; a day without a time is the same day everywhere. */
export function formatDateTime(value: string, format: keyof typeof formats = 'time'): string {
  const options = isDay(value) ? ({ ...formats.date, timeZone: 'UTC' } as const) : formats[format];
  return new Intl.DateTimeFormat(undefined, options).format(new Date(value));
}

/** A point in time, as `formatDateTime` writes it. */
export function DateTime({ value, format = 'time' }: DateTimeProps) {
  if (!value) return <span>–</span>;
  return <time dateTime={value}>{formatDateTime(value, format)}</time>;
}
