import { Code, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useTenant } from '../../api/workspace.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { FilterBar } from '../../ui/filters/filter-bar.js';
import { FilterSelect } from '../../ui/filters/filter-select.js';
import { isAnySet, useFilters } from '../../ui/filters/use-filters.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { Section } from '../../ui/page/section.js';
import { numberColumn, wideColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { type KeyRequest, keyRequestsQuery, requestMethods, statusClasses } from './key-traffic-queries.js';

/** Formats a request as in the API reference, with the names of its parameters. */
function describeTarget({ path, query }: KeyRequest): string {
  if (path === null) return 'unknown path';
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

const column = createColumnHelper<KeyRequest>();
const columns = [
  column.accessor('at', { header: 'Time', cell: ({ getValue }) => <DateTime value={getValue()} format="exact" /> }),
  column.accessor('method', { header: 'Method' }),
  column.display({
    id: 'path',
    header: 'Path',
    meta: wideColumn,
    cell: ({ row }) => <Code>{describeTarget(row.original)}</Code>,
  }),
  column.accessor('status', { header: 'Status' }),
  column.accessor('duration_ms', {
    header: 'Duration',
    meta: numberColumn,
    cell: ({ getValue }) => `${formatNumber(getValue())} ms`,
  }),
  column.accessor('request_id', { header: 'Request ID', cell: ({ getValue }) => <Text size="xs">{getValue()}</Text> }),
];

const filterNames = ['method', 'status'];

/** Lists the requests that were made with a key. */
export function KeyRequestsSection({ id }: { readonly id: string }) {
  const { filters } = useFilters();
  const requests = useInfiniteQuery(keyRequestsQuery(useTenant(), id, filters));
  return (
    <Section
      title="Requests"
      description="The last 7 days, at most the latest 10,000. Values of parameters and bodies aren't recorded."
    >
      <FilterBar names={filterNames}>
        <FilterSelect name="method" label="Method" choices={requestMethods} />
        <FilterSelect name="status" label="Status" choices={statusClasses} />
      </FilterBar>
      <PagedTable
        caption="Requests"
        query={requests}
        columns={columns}
        getRowId={(request) => request.id}
        empty={
          <EmptyState title={isAnySet(filters, filterNames) ? 'No requests match' : 'No requests yet'}>
            Requests appear here a second or two after they're made.
          </EmptyState>
        }
      />
    </Section>
  );
}
