import { Anchor, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { readBody } from '../../api/client.js';
import { isActiveJob } from '../../api/job-polling.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { JobProgress } from '../../ui/feedback/job-progress.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatDateTime } from '../../ui/format/format-date.js';
import { formatBytes, formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { numberColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { GroupPage } from '../navigation/group-page.js';
import { ExportDialog } from './export-dialog.js';
import { type Export, exportsQuery } from './export-queries.js';

function CancelButton({ id }: Export) {
  const { api, key } = useTenant();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => readBody(api.POST('/v1/exports/{id}/cancel', { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: [...key, 'exports'] }),
  });
  return (
    <>
      <Button variant="default" size="compact-xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
      <ProblemText error={cancel.error} size="xs" />
    </>
  );
}

/** Shows the link to the file, or the reason why the file is missing. */
function ExportFile(record: Export) {
  const { status, url, size, resource, error } = record;
  if (isActiveJob(status)) return <CancelButton {...record} />;
  if (error) return <Text size="sm">{error.message}</Text>;
  if (url === null) return <Text size="sm">{status === 'completed' ? 'The link has expired' : '–'}</Text>;
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
    meta: numberColumn,
    cell: ({ row: { original }, getValue }) => (original.status === 'completed' ? formatNumber(getValue()) : '–'),
  }),
  column.display({ id: 'file', header: 'File', cell: ({ row }) => <ExportFile {...row.original} /> }),
  column.accessor('created_at', { header: 'Started', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
];

export function ExportsPage() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const records = useInfiniteQuery({ ...exportsQuery(useTenant()), enabled: useCan('transfer') });
  return (
    <GroupPage
      group="transfers"
      title="Exports"
      description="Snapshots of your records. Anyone with a link can download the file for 24 hours."
      actions={<Button onClick={open}>Export records</Button>}
    >
      <PagedTable
        caption="Exports of the last 30 days"
        query={records}
        columns={columns}
        getRowId={({ id }) => id}
        empty={<EmptyState title="No exports yet">Choose records to export them to a file.</EmptyState>}
      />
      <ExportDialog key={String(isOpen)} opened={isOpen} onClose={close} />
    </GroupPage>
  );
}
