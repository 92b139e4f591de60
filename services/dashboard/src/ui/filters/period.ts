import type { Filters } from './use-filters.js';

const periodNames = ['week', 'month', 'quarter', 'year'] as const;
type PeriodName = (typeof periodNames)[number];

/** API parameters of a report's period. If both dates are set, they take precedence over `period`. */
export interface Period {
  readonly period: PeriodName;
  readonly start_date?: string;
  readonly end_date?: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

const readDay = (text: string | undefined): string | undefined =>
  text !== undefined && day.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** Reads the period from search parameters. Ignores invalid values. */
export function readPeriod({ period, from, to }: Filters): Period {
  const name = periodNames.find((one) => one === period) ?? 'month';
  const [start, end] = [readDay(from), readDay(to)];
  if (period !== 'custom' || start === undefined || end === undefined) return { period: name };
  return { period: name, start_date: start, end_date: end };
}

interface CreationRange {
  readonly created_after?: string;
  readonly created_before?: string;
}

/**
 * Converts the days in the page's address to the parameters of API lists. A day starts at midnight in the workspace's
 * time zone. Ignores invalid days.
 */
export function toCreationRange({ from, to }: Filters): CreationRange {
  const [first, last] = [readDay(from), readDay(to)];
  return {
    ...(first === undefined ? {} : { created_after: first }),
    ...(last === undefined ? {} : { created_before: last }),
  };
}

/** Converts the days in the page's address to the parameters of reports. Ignores invalid days. */
export function toReportDays({ from, to }: Filters): Pick<Period, 'start_date' | 'end_date'> {
  const [start, end] = [readDay(from), readDay(to)];
  return {
    ...(start === undefined ? {} : { start_date: start }),
    ...(end === undefined ? {} : { end_date: end }),
  };
}
