import { NativeSelect, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { lazy, Suspense } from 'react';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { Section } from '../../ui/page/section.js';
import { StatTiles } from '../../ui/page/stat-tiles.js';
import { numberColumn } from '../../ui/tables/column-meta.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { findUsagePeriod, formatInterval, type KeyUsage, keyUsageQuery } from './key-traffic-queries.js';

/** Loaded lazily, because the chart library is most of the code of this page. */
const UsageChart = lazy(async () => ({ default: (await import('./usage-chart.js')).UsageChart }));

const periods = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
];

type Point = KeyUsage['points'][number];
const column = createColumnHelper<Point>();
const createColumns = (interval: KeyUsage['interval']) => [
  column.accessor('start', {
    header: interval === 'day' ? 'Day (UTC)' : 'From',
    cell: ({ getValue }) => formatInterval(getValue(), interval),
  }),
  column.accessor('requests', {
    header: 'Requests',
    meta: numberColumn,
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('client_errors', {
    header: '4xx',
    meta: numberColumn,
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('server_errors', {
    header: '5xx',
    meta: numberColumn,
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
];

function Usage({ usage }: { readonly usage: KeyUsage }) {
  const { requests, client_errors, server_errors, interval, points } = usage;
  const used = points.filter((point) => point.requests > 0);
  return (
    <Stack gap="md">
      <StatTiles
        stats={[
          { label: 'Requests', value: formatNumber(requests) },
          { label: 'Client errors (4xx)', value: formatNumber(client_errors) },
          { label: 'Server errors (5xx)', value: formatNumber(server_errors) },
        ]}
      />
      <div aria-hidden>
        <Suspense fallback={<Skeleton h={240} />}>
          <UsageChart {...usage} />
        </Suspense>
      </div>
      {used.length === 0 ? null : (
        <details>
          <summary>Show as a table</summary>
          <DataTable caption="Usage" columns={createColumns(interval)} rows={used} getRowId={({ start }) => start} />
        </details>
      )}
    </Stack>
  );
}

/** Shows how much a key is used. */
export function KeyUsageSection({ id }: { readonly id: string }) {
  const { filters, setFilters } = useFilters();
  const usage = useQuery(keyUsageQuery(useTenant(), id, filters));
  const choice = (
    <NativeSelect
      aria-label="Period"
      data={periods}
      value={findUsagePeriod(filters)}
      onChange={({ currentTarget }) => setFilters({ period: currentTarget.value })}
    />
  );
  return (
    <Section title="Usage" actions={choice}>
      <QueryState query={usage}>{(data) => <Usage usage={data} />}</QueryState>
    </Section>
  );
}
