import { Badge, Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { isActiveJob } from '../../api/job-polling.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { JobProgress } from '../../ui/feedback/job-progress.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { DateTime } from '../../ui/format/date-time.js';
import { toLabel } from '../../ui/format/label.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { numberColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { GroupPage } from '../navigation/group-page.js';
import { type Import, importsQuery } from './import-queries.js';

function ImportLink({ id, resource }: Import) {
  const [workspaceId, mode] = useTenant().key;
  return (
    <Link to="/$workspaceId/$mode/transfers/imports/$importId" params={{ workspaceId, mode, importId: id }}>
      {toLabel(resource)}
    </Link>
  );
}

function ImportStatus({ status, progress, dry_run, undo }: Import) {
  if (isActiveJob(status)) return <JobProgress label="Progress" status={status} progress={progress} />;
  return (
    <Group gap={4} wrap="nowrap">
      <StatusBadge status={status} />
      {dry_run ? (
        <Badge variant="default" tt="none" miw="max-content">
          Check only
        </Badge>
      ) : null}
      {undo?.status === 'completed' ? (
        <Badge variant="default" tt="none" miw="max-content">
          Undone
        </Badge>
      ) : null}
    </Group>
  );
}

const column = createColumnHelper<Import>();
const columns = [
  column.display({ id: 'resource', header: 'Import of', cell: ({ row }) => <ImportLink {...row.original} /> }),
  column.display({ id: 'status', header: 'Status', cell: ({ row }) => <ImportStatus {...row.original} /> }),
  column.accessor('rows.created', { header: 'Created', meta: numberColumn }),
  column.accessor('rows.updated', { header: 'Updated', meta: numberColumn }),
  column.accessor('rows.failed', { header: 'Skipped', meta: numberColumn }),
  column.accessor('created_at', { header: 'Started', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
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
    <GroupPage
      group="transfers"
      title="Imports"
      description="Files imported as leads, units or properties"
      guide="imports"
      actions={<NewImportButton />}
    >
      <PagedTable
        caption="Imports of the last 30 days"
        query={imports}
        columns={columns}
        getRowId={({ id }) => id}
        empty={
          <EmptyState title="No imports in the last 30 days">
            Import a file from a spreadsheet or another system. You can check it before anything is stored.
          </EmptyState>
        }
      />
    </GroupPage>
  );
}
