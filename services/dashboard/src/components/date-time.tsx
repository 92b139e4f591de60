const formats = {
  date: { dateStyle: 'medium' },
  time: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

interface DateTimeProps {
  readonly value: string | null | undefined;
  /** The day alone, or the time of the day too. */
  readonly format?: keyof typeof formats;
}

/** A point in time as text, in the viewer's locale and time zone. */
export function formatDateTime(value: string, format: keyof typeof formats = 'time'): string {
  return new Intl.DateTimeFormat(undefined, formats[format]).format(new Date(value));
}

/** A point in time, as the viewer's locale and time zone write it. */
export function DateTime({ value, format = 'time' }: DateTimeProps) {
  if (!value) return <span>–</span>;
  return <time dateTime={value}>{formatDateTime(value, format)}</time>;
}
