import { Button, Group, List, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { components } from '../../../gen/api.js';
import { saveFile } from '../../api/save-file.js';
import { useTenant } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { type ImportResource, importErrorsQuery, readErrorsFile } from './import-queries.js';

type ImportError = components['schemas']['ImportError'];

const maxValuesLength = 160;

function toLine(values: ImportError['values']): string {
  const text = Object.values(values)
    .filter((value) => value !== null && value !== '')
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' · ');
  return text.length > maxValuesLength ? `${text.slice(0, maxValuesLength)}…` : text;
}

const column = createColumnHelper<ImportError>();
const columns = [
  column.accessor('row', { header: 'Row' }),
  column.accessor('details', {
    header: 'Problem',
    cell: ({ getValue }) => (
      <List size="sm" listStyleType="none">
        {getValue().map(({ field, message }) => (
          <List.Item key={`${field} ${message}`}>
            {field === '' ? null : <strong>{field} </strong>}
            {message}
          </List.Item>
        ))}
      </List>
    ),
  }),
  column.accessor('values', {
    header: 'Data',
    cell: ({ getValue }) => (
      <Text size="sm" c="dimmed">
        {toLine(getValue())}
      </Text>
    ),
  }),
];

/** Lists the skipped rows with their errors, and downloads them as a file to correct. */
export function ImportErrors({ id, resource }: { readonly id: string; readonly resource: ImportResource }) {
  const tenant = useTenant();
  const errors = useInfiniteQuery(importErrorsQuery(tenant, id));
  const download = useMutation({
    mutationFn: () => readErrorsFile(tenant, id),
    onSuccess: (file) => saveFile(file, `${resource}-skipped.csv`),
  });
  return (
    <section aria-label="Skipped rows">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Skipped rows
        </Title>
        <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
          Download as CSV
        </Button>
      </Group>
      <ProblemText error={download.error} />
      <PagedTable
        caption="Skipped rows"
        query={errors}
        columns={columns}
        getRowId={({ row }) => String(row)}
        empty={<EmptyState title="These rows are no longer stored" />}
      />
    </section>
  );
}
