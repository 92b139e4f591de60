import type { operations } from '../../../gen/api.js';
import { stages } from '../../api/enums.js';
import { pickKnown } from '../../ui/filters/filter-values.js';
import type { Filters } from '../../ui/filters/use-filters.js';
import { type BoardQuery, boardFilterNames, toBoardQuery } from '../pipeline/board-filters.js';

type ListQuery = NonNullable<operations['listLeads']['parameters']['query']>;

/** Orders of the table, under the API's names. */
export const sorts = [
  'created_at',
  'updated_at',
  'name',
  'email',
  'score',
  'next_follow_up',
  'stage_entered_at',
] as const satisfies readonly NonNullable<ListQuery['sort']>[];

export type Sort = (typeof sorts)[number];

export interface Order {
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
}

/** API parameters of the table: the board's filters, stages and an order. */
export type TableQuery = BoardQuery & Pick<ListQuery, 'stage'> & Order;

export const tableFilterNames = [...boardFilterNames, 'stage'] as const;

/** Reads the order in the page's address. The newest leads come first by default. */
export function readOrder({ sort, order }: Filters): Order {
  const known = sorts.find((one) => one === sort) ?? 'created_at';
  return { sort: known, order: order === 'asc' ? 'asc' : 'desc' };
}

/** Converts the filters in the page's address to API parameters. Ignores invalid values. */
export function toTableQuery(filters: Filters): TableQuery {
  const stage = pickKnown(stages, filters['stage']);
  return { ...toBoardQuery(filters), ...(stage.length > 0 ? { stage } : {}), ...readOrder(filters) };
}

/** Converts the filters to the filters of an export. Joins several values with commas. */
export function toExportQuery({ sort: _sort, order: _order, ...filters }: TableQuery): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));
}
