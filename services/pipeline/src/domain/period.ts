import { invalid } from '@plotline/kit/errors';
import { dayOf } from './tally.js';

/** Length of each period in days, the present day included. */
const lengths = { week: 7, month: 30, quarter: 90, year: 365 } as const;
export type PeriodName = keyof typeof lengths;

/** Narrows a string to the name of a period. */
export function isPeriodName(value: string): value is PeriodName {
  return Object.hasOwn(lengths, value);
}

/** Days (UTC), `YYYY-MM-DD`, both inclusive. */
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
const longest = 3_660;
const earliest = '1970-01-01';

function shift(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * dayMs));
}

function lengthOf({ start_date, end_date }: Pick<Period, 'start_date' | 'end_date'>): number {
  return Math.round((Date.parse(end_date) - Date.parse(start_date)) / dayMs) + 1;
}

/** The days that are asked for; a custom range wins over the period's name. Throws VALIDATION_ERROR. */
export function periodOf({ period, start_date, end_date }: PeriodQuery, now: Date): Period {
  const today = dayOf(now);
  if (start_date === undefined && end_date === undefined) {
    return { period, start_date: shift(today, 1 - lengths[period]), end_date: today };
  }
  const end = end_date ?? today;
  const range = { start_date: start_date ?? shift(end, 1 - lengths[period]), end_date: end };
  if (range.start_date < earliest) throw invalid({ field: 'start_date', message: `must not be before ${earliest}` });
  if (range.start_date > end)
    throw invalid({ field: 'start_date', message: 'must not be after end_date, which is today when absent' });
  if (lengthOf(range) > longest) throw invalid({ field: 'end_date', message: `must be within ${longest} days` });
  return { period: 'custom', ...range };
}

/** As many days, right before. */
export function precedingPeriod(period: Period): Period {
  const end_date = shift(period.start_date, -1);
  return { period: period.period, start_date: shift(end_date, 1 - lengthOf(period)), end_date };
}
