import type { Filters } from './filter-bar.js';

const periodNames = ['week', 'month', 'quarter', 'year'] as const;
type PeriodName = (typeof periodNames)[number];

/** What a page shows figures of, as the API takes it: the last days, or a range of days, which wins. */
export interface Period {
  readonly period: PeriodName;
  readonly start_date?: string;
  readonly end_date?: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

const readDay = (text: string | undefined): string | undefined =>
  text !== undefined && day.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** The period that the search parameters of an address name; what they cannot mean is left out. */
export function readPeriod({ period, from, to }: Filters): Period {
  const name = periodNames.find((one) => one === period) ?? 'month';
  const [start, end] = [readDay(from), readDay(to)];
  if (period !== 'custom' || start === undefined || end === undefined) return { period: name };
  return { period: name, start_date: start, end_date: end };
}

interface Days {
  readonly created_after?: string;
  readonly created_before?: string;
}

/** The first and last day in an address, by the names that lists of the API give them; what is no day is left out. */
export function toDays({ from, to }: Filters): Days {
  const [first, last] = [readDay(from), readDay(to)];
  return {
    ...(first === undefined ? {} : { created_after: first }),
    ...(last === undefined ? {} : { created_before: last }),
  };
}

/** A day (UTC), as the viewer's locale writes it. */
export function formatDay(text: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(text));
}
