import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { saveFile } from '../../api/save-file.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import type { BarsProps } from './bars.js';
import { toReportFile } from './report-columns.js';
import { ReportTable, type ReportTableProps } from './report-table.js';

/** Loaded lazily, because the chart library is most of the code of these pages. */
const Bars = lazy(async () => ({ default: (await import('./bars.js')).Bars }));

interface ReportSectionProps<T> extends ReportTableProps<T> {
  readonly description: string;
  readonly chart: BarsProps;
  /** File name without the extension. */
  readonly fileName: string;
}

/**
 * Chart with a table and a CSV file of its data. Screen readers always get the table. A switch shows it to everyone.
 */
export function ReportSection<T>({ description, chart, fileName, ...table }: ReportSectionProps<T>) {
  const { title, columns, rows } = table;
  const isTable = useFilters().filters['show'] === 'tables';
  const save = () => {
    const file = new Blob([toReportFile(columns, rows)], { type: 'text/csv;charset=utf-8' });
    saveFile(file, `${fileName}.csv`);
  };
  return (
    <Paper component="section" withBorder radius="md" p="md" aria-label={title}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        </div>
        <Button variant="default" size="xs" flex="none" onClick={save}>
          Download CSV
          <span className="visually-hidden"> of {title}</span>
        </Button>
      </Group>
      {isTable ? (
        <ReportTable {...table} />
      ) : (
        <>
          <div aria-hidden>
            <Suspense fallback={<Skeleton h={280} />}>
              <Bars {...chart} />
            </Suspense>
          </div>
          <div className="visually-hidden">
            <ReportTable {...table} />
          </div>
        </>
      )}
    </Paper>
  );
}
