import { queryOptions } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import type { Tenant } from '../../api/workspace.js';
import { rowsPerPage } from './row-pages.js';
import type { TableQuery } from './table-query.js';
import { type LeadRow, rowFields } from './table-row.js';

/** Milliseconds for which a loaded page isn't read again while rows are selected. */
export const freshMs = 10_000;

export interface RowPage {
  readonly rows: readonly LeadRow[];
  readonly total: number;
}

/** Filters and order of the table's rows, and whether the rows include the names of interested listings. */
export interface RowQuery {
  readonly query: TableQuery;
  readonly hasProperties: boolean;
}

/** Reads a page of the table by its number, so that any part of a long table loads directly. */
export function pageQuery({ api, key }: Tenant, { query, hasProperties }: RowQuery, page: number) {
  return queryOptions({
    queryKey: [...key, 'leads', 'table', query, hasProperties, page],
    queryFn: async ({ signal }): Promise<RowPage> => {
      const expand = hasProperties ? (['agent', 'properties'] as const) : (['agent'] as const);
      const shown = { fields: [...rowFields], expand: [...expand], page, per_page: rowsPerPage };
      const { data, meta } = await readBody(
        api.GET('/v1/leads', { params: { query: { ...query, ...shown } }, signal }),
      );
      return { rows: data, total: meta.total };
    },
  });
}
