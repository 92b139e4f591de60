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

/** The moment at which a day begins where the viewer is, so many days later. */
function beginDay(text: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}

/** The first and the last moment of the days between two, both included, in the time zone of the viewer. */
export function toMoments({ from, to }: Filters): { readonly from?: string; readonly to?: string } {
  const [first, last] = [readDay(from), readDay(to)];
  return {
    ...(first === undefined ? {} : { from: beginDay(first).toISOString() }),
    ...(last === undefined ? {} : { to: new Date(beginDay(last, 1).getTime() - 1).toISOString() }),
  };
}

interface CreationRange {
  readonly created_after?: string;
  readonly created_before?: string;
}

/** The days in an address as `toMoments` has them, by the names that lists of the API give them; what is no day is left out. */
export function toCreationRange(filters: Filters): CreationRange {
  const { from, to } = toMoments(filters);
  return {
    ...(from === undefined ? {} : { created_after: from }),
    ...(to === undefined ? {} : { created_before: to }),
  };
}

/** The days in an address by the names of reports, which count by days of UTC; what is no day is left out. */
export function toReportDays({ from, to }: Filters): Pick<Period, 'start_date' | 'end_date'> {
  const [start, end] = [readDay(from), readDay(to)];
  return {
    ...(start === undefined ? {} : { start_date: start }),
    ...(end === undefined ? {} : { end_date: end }),
  };
}

/** A day (UTC), as the viewer's locale writes it. */
export function formatDay(text: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(text));
}
