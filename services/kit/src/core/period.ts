import { invalid } from './errors.js';
import { addDays, startOfDay, toLocalDay } from './time-zone.js';

/** Length of each period in days, including today. */
const periodDays = { week: 7, month: 30, quarter: 90, year: 365 } as const;
export type PeriodName = keyof typeof periodDays;

/** Narrows a string to the name of a period. */
export function isPeriodName(value: string): value is PeriodName {
  return Object.hasOwn(periodDays, value);
}

/** Days of the workspace's time zone, `YYYY-MM-DD`, both inclusive. */
export interface Period {
  readonly period: PeriodName | 'custom';
  readonly start_date: string;
  readonly end_date: string;
}

export interface PeriodQuery {
  readonly period: PeriodName;
  readonly start_date?: string;
  readonly end_date?: string;
}

const dayMs = 24 * 3_600_000;
const maxDays = 3_660;
const minDate = '1970-01-01';

function countDays({ start_date, end_date }: Pick<Period, 'start_date' | 'end_date'>): number {
  return Math.round((Date.parse(end_date) - Date.parse(start_date)) / dayMs) + 1;
}

/**
 * Parses the period in a query. `start_date` and `end_date` take precedence over `period`. Days are in the given time
 * zone. Throws VALIDATION_ERROR.
 */
export function parsePeriod({ period, start_date, end_date }: PeriodQuery, now: Date, timeZone: string): Period {
  const today = toLocalDay(now, timeZone);
  if (start_date === undefined && end_date === undefined) {
    return { period, start_date: addDays(today, 1 - periodDays[period]), end_date: today };
  }
  const end = end_date ?? today;
  const range = { start_date: start_date ?? addDays(end, 1 - periodDays[period]), end_date: end };
  if (range.start_date < minDate) {
    if (start_date !== undefined) throw invalid({ field: 'start_date', message: `must not be before ${minDate}` });
    const message = `must not be before ${addDays(minDate, periodDays[period] - 1)}, because the period starts ${periodDays[period]} days before its end`;
    throw invalid({ field: 'end_date', message });
  }
  if (range.start_date > end)
    throw invalid({ field: 'start_date', message: 'must not be after end_date, which is today when absent' });
  if (countDays(range) > maxDays) {
    const message = `must be less than ${maxDays} days before end_date, which is today when absent`;
    throw invalid({ field: 'start_date', message });
  }
  return { period: 'custom', ...range };
}

/** Returns the period of the same length immediately before this one. */
export function getPrecedingPeriod(period: Period): Period {
  const end_date = addDays(period.start_date, -1);
  return { period: period.period, start_date: addDays(end_date, 1 - countDays(period)), end_date };
}

/**
 * Returns the time range of a period in the time zone. The start of the first day is inclusive, and the end of the last
 * day is exclusive.
 */
export function toDays({ start_date, end_date }: Period, timeZone: string): { readonly from: Date; readonly to: Date } {
  return { from: startOfDay(start_date, timeZone), to: startOfDay(addDays(end_date, 1), timeZone) };
}
