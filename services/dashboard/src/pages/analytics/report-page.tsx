import { Group, Switch } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFilters } from '../../components/filter-bar.js';
import { PageHeader } from '../../components/page-header.js';
import { PageTabs } from '../../components/page-tabs.js';
import { formatDay } from '../../components/period.js';
import { PeriodField } from '../../components/period-field.js';
import { QueryState } from '../../components/query-state.js';
import classes from './report-page.module.css';

const tabs = [
  { label: 'Overview', to: '/$workspaceId/$mode/analytics' },
  { label: 'Funnel', to: '/$workspaceId/$mode/analytics/funnel' },
  { label: 'Sources', to: '/$workspaceId/$mode/analytics/sources' },
  { label: 'Agents', to: '/$workspaceId/$mode/analytics/agents' },
] as const;

interface Days {
  readonly start_date: string;
  readonly end_date: string;
}

interface ReportPageProps<T extends Days> {
  readonly query: UseQueryResult<T>;
  readonly children: (report: T) => ReactNode;
}

/** The frame of a report: period, switch between charts and tables, and the days that the server counted. */
export function ReportPage<T extends Days>({ query, children }: ReportPageProps<T>) {
  const { filters, setFilters } = useFilters();
  const isTable = filters['show'] === 'tables';
  return (
    <>
      <PageHeader title="Analytics" />
      <PageTabs label="Reports" tabs={tabs} keptParams={['period', 'from', 'to', 'show']} />
      <Group justify="space-between" align="flex-end" mb="md">
        <PeriodField />
        <Switch
          label="Show tables"
          checked={isTable}
          onChange={({ currentTarget }) => setFilters({ show: currentTarget.checked ? 'tables' : undefined })}
        />
      </Group>
      <QueryState query={query}>
        {(report) => (
          <div className={classes.report}>
            <p className={classes.days}>
              {formatDay(report.start_date)} – {formatDay(report.end_date)} (UTC)
            </p>
            {children(report)}
          </div>
        )}
      </QueryState>
    </>
  );
}
