import { formatNumber } from '../../ui/format/format-number.js';
import { maxShown } from './row-pages.js';
import type { TableQuery } from './table-query.js';

/** Explains why the table has no rows. */
export function describeNone({ sort }: Pick<TableQuery, 'sort'>): string {
  return sort === 'next_follow_up' ? 'No leads with a follow-up match the filters' : 'No leads match the filters';
}

/** Describes how many leads the table contains and which leads it omits. */
export function describeRows(total: number, { sort }: Pick<TableQuery, 'sort'>): string {
  const count = total === 1 ? '1 lead' : `${formatNumber(total)} leads`;
  if (total > maxShown)
    return `${count}. The table has the first ${formatNumber(maxShown)}: use filters to see others.`;
  return sort === 'next_follow_up' ? `${count} with a follow-up` : count;
}
