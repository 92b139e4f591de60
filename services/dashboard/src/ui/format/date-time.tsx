import { type DateFormat, formatDateTime } from './format-date.js';

interface DateTimeProps {
  readonly value: string | null | undefined;
  readonly format?: DateFormat;
}

/** Shows a point in time, or a dash. */
export function DateTime({ value, format = 'time' }: DateTimeProps) {
  if (!value) return <span>–</span>;
  return <time dateTime={value}>{formatDateTime(value, format)}</time>;
}
