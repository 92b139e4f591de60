import { Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useCan, useTenant } from '../../api/workspace.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { DayFields } from '../../ui/filters/day-fields.js';
import { FilterBar } from '../../ui/filters/filter-bar.js';
import { FilterSelect } from '../../ui/filters/filter-select.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { DateTime } from '../../ui/format/date-time.js';
import { toChoices, toLabel } from '../../ui/format/label.js';
import { wideColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { GroupPage } from '../navigation/group-page.js';
import { type AuditEntry, auditQuery, auditTypes } from './audit-queries.js';

function ActorFilter({ actor: { id, name } }: AuditEntry) {
  const { setFilters } = useFilters();
  return (
    <UnstyledButton
      fz="sm"
      c="var(--mantine-color-anchor)"
      title={`Show only ${name}`}
      onClick={() => setFilters({ actor: id })}
    >
      {name}
    </UnstyledButton>
  );
}

const column = createColumnHelper<AuditEntry>();
const columns = [
  column.accessor('description', { header: 'Action', cell: ({ getValue }) => getValue() }),
  column.accessor('credential', {
    header: 'Credential',
    meta: wideColumn,
    cell: ({ getValue }) => (
      <Stack gap={0}>
        <Text size="sm">{toLabel(getValue().type)}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {getValue().id}
        </Text>
      </Stack>
    ),
  }),
  column.accessor('actor', { header: 'By', cell: ({ row }) => <ActorFilter {...row.original} /> }),
  column.accessor('address', { header: 'IP address', cell: ({ getValue }) => getValue() ?? '–' }),
  column.accessor('at', { header: 'Time', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
];

/** Lists the changes to credentials: sessions, keys and apps. The page's address stores the filters. */
export function AuditPage() {
  const { filters, setFilters } = useFilters();
  const entries = useInfiniteQuery({ ...auditQuery(useTenant(), filters), enabled: useCan('own') });
  return (
    <GroupPage
      group="settings"
      needs="own"
      title="Audit log"
      description="Changes to sessions, keys and apps, and who made them"
    >
      <FilterBar names={['type', 'actor', 'from', 'to']}>
        <FilterSelect name="type" label="Action" choices={toChoices(auditTypes)} />
        <DayFields />
        {filters['actor'] === undefined ? null : (
          <Button variant="light" onClick={() => setFilters({ actor: undefined })}>
            One person or key only ×
          </Button>
        )}
      </FilterBar>
      <PagedTable
        caption="Audit log"
        query={entries}
        columns={columns}
        getRowId={({ id }) => id}
        empty={<EmptyState title="No entries match">Choose other days or another action.</EmptyState>}
      />
    </GroupPage>
  );
}
