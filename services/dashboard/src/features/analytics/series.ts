import type { SeriesReport } from './report-queries.js';

export type Interval = SeriesReport['interval'];
export type SeriesPoint = SeriesReport['points'][number];

function isInterval(value: string | undefined): value is Interval {
  return value === 'week' || value === 'month';
}

const dayMs = 24 * 3_600_000;
/** Longest period that is shown by weeks. Longer periods are shown by months, so that the charts fit on a phone. */
const maxDaysOfWeeks = 100;
/** Maximum number of weeks that the API accepts. */
const maxWeeks = 120;

interface ChosenPeriod {
  readonly period?: string;
  readonly start_date?: string;
  readonly end_date?: string;
}

/**
 * Returns the chosen interval if it suits the period. Otherwise, returns the interval that keeps the number of bars
 * small.
 */
export function chooseInterval({ period, start_date, end_date }: ChosenPeriod, chosen: string | undefined): Interval {
  const end = end_date === undefined ? Date.now() : Date.parse(end_date);
  const days = start_date === undefined ? 0 : (end - Date.parse(start_date)) / dayMs;
  if (isInterval(chosen)) return days > maxWeeks * 7 ? 'month' : chosen;
  return period === 'year' || days > maxDaysOfWeeks ? 'month' : 'week';
}

const formats = {
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
} as const satisfies Record<Interval, Intl.DateTimeFormatOptions>;

/** Formats the start of an interval, such as `2 Mar` for a week and `Mar 2026` for a month. */
export function formatInterval({ start_date }: Pick<SeriesPoint, 'start_date'>, interval: Interval, locale?: string) {
  return new Intl.DateTimeFormat(locale, { ...formats[interval], timeZone: 'UTC' }).format(new Date(start_date));
}

/** Lists the currencies of the revenue, in alphabetical order. */
export function listCurrencies(points: readonly Pick<SeriesPoint, 'revenue'>[]): string[] {
  return [...new Set(points.flatMap(({ revenue }) => revenue.map(({ currency }) => currency)))].sort();
}

/** Returns the revenue in a currency, or 0 if there is none. */
export function readRevenue({ revenue }: Pick<SeriesPoint, 'revenue'>, currency: string): number {
  return revenue.find((one) => one.currency === currency)?.closed ?? 0;
}
