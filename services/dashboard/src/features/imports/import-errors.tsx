import { Button, Group, List, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useEffect, useRef } from 'react';
import type { components } from '../../../gen/api.js';
import { saveFile } from '../../api/save-file.js';
import { useTenant } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { numberColumn, wideColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { explainFault } from './explain-problem.js';
import { type Import, importErrorsQuery, readErrorsFile } from './import-queries.js';
import { MendRows } from './mending/mend-rows.js';
import { toLine } from './row-line.js';

type ImportError = components['schemas']['ImportError'];

const column = createColumnHelper<ImportError>();
const columns = [
  column.accessor('row', { header: 'Row', meta: numberColumn }),
  column.accessor('details', {
    header: 'Problem',
    meta: wideColumn,
    cell: ({ getValue }) => (
      <List size="sm" listStyleType="none">
        {getValue().map((fault) => (
          <List.Item key={`${fault.field} ${fault.message}`}>{explainFault(fault)}</List.Item>
        ))}
      </List>
    ),
  }),
  column.accessor('values', {
    header: 'Data',
    meta: wideColumn,
    cell: ({ getValue }) => (
      <Text size="sm" c="dimmed">
        {toLine(getValue())}
      </Text>
    ),
  }),
];

/** Lists the rows that an import would skip. */
function CheckedRows({ id }: Pick<Import, 'id'>) {
  const errors = useInfiniteQuery(importErrorsQuery(useTenant(), id));
  return (
    <>
      <Text size="sm" mb="xs">
        Correct your file and choose it again. Or import it now, and correct these rows afterwards.
      </Text>
      <PagedTable
        caption="Skipped rows"
        query={errors}
        columns={columns}
        getRowId={({ row }) => String(row)}
        empty={<EmptyState title="These rows are no longer stored" />}
      />
    </>
  );
}

interface ImportErrorsProps {
  readonly current: Import;
  /** Whether the errors get the focus. Set if the person has waited for the outcome. */
  readonly focusesFault: boolean;
}

/** Shows the skipped rows with their errors, so that the person can correct them here or in a file. */
export function ImportErrors({ current, focusesFault }: ImportErrorsProps) {
  const { id, resource, dry_run: isCheck } = current;
  const tenant = useTenant();
  const title = useRef<HTMLHeadingElement>(null);
  const focusesTitle = isCheck && focusesFault;
  useEffect(() => {
    if (focusesTitle) title.current?.focus();
  }, [focusesTitle]);
  const download = useMutation({
    mutationFn: () => readErrorsFile(tenant, id),
    onSuccess: (file) => saveFile(file, `${resource}-skipped.csv`),
  });
  return (
    <section aria-label="Skipped rows">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" ref={title} tabIndex={-1}>
          Skipped rows
        </Title>
        <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
          Download as CSV
        </Button>
      </Group>
      <ProblemText error={download.error} />
      {isCheck ? <CheckedRows id={id} /> : <MendRows current={current} focusesFault={focusesFault} />}
    </section>
  );
}
