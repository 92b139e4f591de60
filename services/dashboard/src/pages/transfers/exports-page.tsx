import { Anchor, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { DateTime, formatDateTime } from '../../components/date-time.js';
import { isActiveJob } from '../../components/job-polling.js';
import { PagedTable } from '../../components/paged-table.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge, toLabel } from '../../components/status-badge.js';
import { ExportDialog } from './export-dialog.js';
import { type Export, exportsQuery } from './exports.js';
import { formatBytes } from './format-bytes.js';
import { JobProgress } from './job-progress.js';
import { TransferPage } from './transfer-page.js';

function CancelButton({ id }: Export) {
  const { api, key } = useTenant();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/exports/{id}/cancel', { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: [...key, 'exports'] }),
  });
  return (
    <>
      <Button variant="default" size="compact-xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
      {cancel.error ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {toWords(cancel.error)}
        </Text>
      ) : null}
    </>
  );
}

/** The link to the file, or why there is none. */
function ExportFile(record: Export) {
  const { status, url, size, resource, error } = record;
  if (isActiveJob(status)) return <CancelButton {...record} />;
  if (error) return <Text size="sm">{error.message}</Text>;
  if (url === null) return <Text size="sm">{status === 'completed' ? 'The link has ended' : '–'}</Text>;
  return (
    <Anchor href={url} fz="sm" download aria-label={`Download ${resource}`}>
      Download{size === null ? '' : ` (${formatBytes(size)})`}
    </Anchor>
  );
}

function ExportStatus({ status, progress }: Export) {
  if (isActiveJob(status)) return <JobProgress label="Progress" status={status} progress={progress} />;
  return <StatusBadge status={status} />;
}

function describeFilters(filters: Export['filters']): string {
  const toText = (name: string, value: string) => (/_(after|before)$/.test(name) ? formatDateTime(value) : value);
  const parts = Object.entries(filters).map(
    ([name, value]) => `${toLabel(name).toLowerCase()}: ${toText(name, String(value))}`,
  );
  return parts.length === 0 ? 'All' : parts.join(', ');
}

const column = createColumnHelper<Export>();
const columns = [
  column.accessor('resource', {
    header: 'Export of',
    cell: ({ row: { original } }) => `${toLabel(original.resource)}, ${original.format.toUpperCase()}`,
  }),
  column.accessor('filters', { header: 'Records', cell: ({ getValue }) => describeFilters(getValue()) }),
  column.display({ id: 'status', header: 'Status', cell: ({ row }) => <ExportStatus {...row.original} /> }),
  column.accessor('records', {
    header: 'Count',
    cell: ({ row: { original }, getValue }) => (original.status === 'completed' ? getValue().toLocaleString() : '–'),
  }),
  column.display({ id: 'file', header: 'File', cell: ({ row }) => <ExportFile {...row.original} /> }),
  column.accessor('created_at', { header: 'Begun', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
];

export function ExportsPage() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const records = useInfiniteQuery({ ...exportsQuery(useTenant()), enabled: useCan('transfer') });
  return (
    <TransferPage
      title="Exports"
      description="Files of records, as they were in one moment. A link works for 24 hours, for whoever has it."
      actions={<Button onClick={open}>Export records</Button>}
    >
      <PagedTable
        caption="Exports of the last 30 days"
        query={records}
        columns={columns}
        getRowId={({ id }) => id}
        empty={<EmptyState title="No exports yet">Choose the records, and a file of them is made.</EmptyState>}
      />
      <ExportDialog key={String(isOpen)} opened={isOpen} onClose={close} />
    </TransferPage>
  );
}
