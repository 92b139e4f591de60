/** Lists the browser's time zones. Adds the chosen one, which the browser may not know. */
export function listTimeZones(chosen: string): string[] {
  return [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}

/**
 * Returns the date of a moment in a time zone, such as `2026-03-04`. Treats a zone that the browser doesn't know as
 * UTC.
 */
export function toLocalDay(moment: Date, timeZone: string): string {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return [parts.get('year'), parts.get('month'), parts.get('day')].join('-');
  } catch {
    return moment.toISOString().slice(0, 10);
  }
}
