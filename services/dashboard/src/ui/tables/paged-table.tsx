import { Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { TableOptions } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { isEmptyList } from '../../api/cursor-pages.js';
import { LoadMore } from '../feedback/load-more.js';
import { QueryState } from '../feedback/query-state.js';
import { TableSkeleton } from '../feedback/skeletons.js';
import { DataTable } from './data-table.js';

interface ListResponse<T> {
  readonly data: readonly T[];
  readonly meta: { readonly total: number };
}

interface PagedTableProps<T> {
  readonly caption: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<ListResponse<T>>>;
  readonly columns: TableOptions<T>['columns'];
  readonly getRowId: (row: T) => string;
  /** Shown when the list has no records. */
  readonly empty: ReactNode;
}

/** A table of an API list that loads page by page. */
export function PagedTable<T>({ caption, query, columns, getRowId, empty }: PagedTableProps<T>) {
  return (
    <QueryState query={query} loading={<TableSkeleton columns={columns.length} />} isEmpty={isEmptyList} empty={empty}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data);
        return (
          <>
            <DataTable caption={caption} columns={columns} rows={rows} getRowId={getRowId} />
            <LoadMore query={query} />
            <Text size="sm" c="dimmed" mt="xs" role="status">
              {rows.length} of {pages.at(-1)?.meta.total ?? rows.length}
            </Text>
          </>
        );
      }}
    </QueryState>
  );
}
