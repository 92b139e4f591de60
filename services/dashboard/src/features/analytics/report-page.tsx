import { Group, Switch } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryState } from '../../ui/feedback/query-state.js';
import { PeriodField } from '../../ui/filters/period-field.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { formatDateTime } from '../../ui/format/format-date.js';
import { GroupPage } from '../navigation/group-page.js';
import classes from './report-page.module.css';

interface Days {
  readonly start_date: string;
  readonly end_date: string;
}

interface ReportPageProps<T extends Days> {
  readonly query: UseQueryResult<T>;
  /** Fields in addition to the period. */
  readonly actions?: ReactNode;
  readonly children: (report: T) => ReactNode;
}

/** Layout of a report: the period, a switch between charts and tables, and the days that the report covers. */
export function ReportPage<T extends Days>({ query, actions, children }: ReportPageProps<T>) {
  const { filters, setFilters } = useFilters();
  const isTable = filters['show'] === 'tables';
  return (
    <GroupPage group="analytics" title="Analytics">
      <Group justify="space-between" align="flex-end" mb="md">
        <Group align="flex-end" gap="sm">
          <PeriodField />
          {actions}
        </Group>
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
              {formatDateTime(report.start_date)} – {formatDateTime(report.end_date)}
            </p>
            {children(report)}
          </div>
        )}
      </QueryState>
    </GroupPage>
  );
}
