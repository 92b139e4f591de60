import { invalid, Problem, type ProblemDetail } from '@plotline/kit/core/errors';

type FilterValue = string | number | boolean | readonly (string | number | boolean)[];

/** Validated filters of an export, keyed by the names of the list's parameters. */
export type Filters = Readonly<Record<string, FilterValue>>;

const maxQueryLength = 8_000;

/**
 * Returns the filters as the query of a list. Several values of one filter are separated by commas. Throws
 * VALIDATION_ERROR if the filters are too long.
 */
export function toQuery(filters: Filters): string {
  const query = new URLSearchParams(
    Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  if (query.length <= maxQueryLength) return query;
  throw invalid({ field: 'filters', message: `must be at most ${maxQueryLength} characters as a query` });
}

function toFilterDetail({ field, message }: ProblemDetail): ProblemDetail {
  return { field: `filters.${field}`, message };
}

/** If the service that owns the records refused the query, converts its error to an error in the filters. */
export function toFilterProblem(error: unknown): unknown {
  if (!(error instanceof Problem) || error.code !== 'VALIDATION_ERROR') return error;
  return invalid(...error.details.map(toFilterDetail));
}
