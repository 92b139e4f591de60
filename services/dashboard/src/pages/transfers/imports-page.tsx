import { Badge, Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useCan, useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { isActiveJob } from '../../components/job-polling.js';
import { PagedTable } from '../../components/paged-table.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge, toLabel } from '../../components/status-badge.js';
import { type Import, importsQuery } from './imports.js';
import { JobProgress } from './job-progress.js';
import { TransferPage } from './transfer-page.js';

function ImportLink({ id, resource }: Import) {
  const [workspaceId, mode] = useTenant().key;
  return (
    <Link to="/$workspaceId/$mode/transfers/imports/$importId" params={{ workspaceId, mode, importId: id }}>
      {toLabel(resource)}
    </Link>
  );
}

function ImportStatus({ status, progress, dry_run }: Import) {
  if (isActiveJob(status)) return <JobProgress label="Progress" status={status} progress={progress} />;
  return (
    <Group gap={4} wrap="nowrap">
      <StatusBadge status={status} />
      {dry_run ? (
        <Badge variant="default" tt="none" miw="max-content">
          Check only
        </Badge>
      ) : null}
    </Group>
  );
}

const column = createColumnHelper<Import>();
const columns = [
  column.display({ id: 'resource', header: 'Import of', cell: ({ row }) => <ImportLink {...row.original} /> }),
  column.display({ id: 'status', header: 'Status', cell: ({ row }) => <ImportStatus {...row.original} /> }),
  column.accessor('rows.created', { header: 'Created' }),
  column.accessor('rows.updated', { header: 'Updated' }),
  column.accessor('rows.failed', { header: 'Left out' }),
  column.accessor('created_at', { header: 'Begun', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
];

function NewImportButton() {
  const [workspaceId, mode] = useTenant().key;
  return (
    <Button
      renderRoot={(props) => <Link to="/$workspaceId/$mode/transfers/new" params={{ workspaceId, mode }} {...props} />}
    >
      Import a file
    </Button>
  );
}

export function ImportsPage() {
  const tenant = useTenant();
  const imports = useInfiniteQuery({ ...importsQuery(tenant), enabled: useCan('transfer') });
  return (
    <TransferPage
      title="Imports"
      description="Files whose rows became leads, units or properties."
      actions={<NewImportButton />}
    >
      <PagedTable
        caption="Imports of the last 30 days"
        query={imports}
        columns={columns}
        getRowId={({ id }) => id}
        empty={
          <EmptyState title="Nothing was imported in the last 30 days">
            Bring a CSV file of a spreadsheet or of another system. It can be checked first, before anything is stored.
          </EmptyState>
        }
      />
    </TransferPage>
  );
}
