import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { listPages, maxShown, type RowRange, rowsPerPage } from './row-pages.js';
import { freshMs, pageQuery, type RowQuery } from './row-queries.js';
import type { LeadRow } from './table-row.js';

/** Rows of the table by index. Only the pages in view are loaded. */
export interface TableRows {
  readonly count: number;
  /** Undefined while the row loads. */
  readonly get: (index: number) => LeadRow | undefined;
  /** Reads the rows of a range, including rows that aren't in view. */
  readonly read: (range: RowRange) => Promise<readonly LeadRow[]>;
}

/** Reads the pages that contain the visible rows. */
export function useTableRows(rowQuery: RowQuery, visible: RowRange, total: number): TableRows {
  const tenant = useTenant();
  const client = useQueryClient();
  const numbers = listPages(visible);
  const pages = useQueries({ queries: numbers.map((page) => pageQuery(tenant, rowQuery, page)) });
  const loaded = new Map(numbers.map((page, place) => [page, pages[place]?.data?.rows]));
  return {
    count: Math.min(total, maxShown),
    get: (index) => loaded.get(Math.floor(index / rowsPerPage) + 1)?.[index % rowsPerPage],
    read: async (range) => {
      const needed = listPages(range).map((page) => ({ ...pageQuery(tenant, rowQuery, page), staleTime: freshMs }));
      const read = await Promise.all(needed.map((page) => client.fetchQuery(page)));
      const skipped = Math.floor(range.first / rowsPerPage) * rowsPerPage;
      return read.flatMap((page) => page.rows).slice(range.first - skipped, range.last - skipped + 1);
    },
  };
}
