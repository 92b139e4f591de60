import { Button, NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useCan, useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { DayFields } from '../../components/day-fields.js';
import { FilterBar, useFilters } from '../../components/filter-bar.js';
import { PagedTable } from '../../components/paged-table.js';
import { EmptyState } from '../../components/states.js';
import { toLabel } from '../../components/status-badge.js';
import { type AuditEntry, auditQuery, auditTypes } from './audit.js';
import { DeveloperPage } from './developer-page.js';

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
    cell: ({ getValue }) => (
      <Text size="xs" ff="monospace">
        {getValue().id}
      </Text>
    ),
  }),
  column.accessor('actor', { header: 'Actor', cell: ({ row }) => <ActorFilter {...row.original} /> }),
  column.accessor('address', { header: 'IP address', cell: ({ getValue }) => getValue() ?? '–' }),
  column.accessor('at', { header: 'Time', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
];

const noFilters = { type: undefined, actor: undefined, from: undefined, to: undefined };

/** Lists the changes to credentials: sessions, keys and apps. The page's address stores the filters. */
export function AuditPage() {
  const { filters, setFilters } = useFilters();
  const entries = useInfiniteQuery({ ...auditQuery(useTenant(), filters), enabled: useCan('own') });
  const isFiltered = Object.keys(noFilters).some((name) => filters[name] !== undefined);
  return (
    <DeveloperPage needs="own" title="Audit log" description="Changes to sessions, keys and apps, and who made them">
      <FilterBar isFiltered={isFiltered} onClear={() => setFilters(noFilters)}>
        <NativeSelect
          label="Action"
          value={filters['type'] ?? ''}
          data={[{ value: '', label: 'All' }, ...auditTypes.map((value) => ({ value, label: toLabel(value) }))]}
          onChange={({ currentTarget }) => setFilters({ type: currentTarget.value })}
        />
        <DayFields />
        {filters['actor'] === undefined ? null : (
          <Button variant="light" onClick={() => setFilters({ actor: undefined })}>
            One actor only ×
          </Button>
        )}
      </FilterBar>
      <PagedTable
        caption="Audit log"
        query={entries}
        columns={columns}
        getRowId={({ id }) => id}
        empty={<EmptyState title="No matching entries" />}
      />
    </DeveloperPage>
  );
}
