import { Anchor, Checkbox } from '@mantine/core';
import { createColumnHelper, type TableOptions } from '@tanstack/react-table';
import { useFilters } from '../../ui/filters/use-filters.js';
import { toLabel } from '../../ui/format/label.js';
import { Money } from '../../ui/format/money.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { numberColumn } from '../../ui/tables/column-meta.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { getUnitLabel, type ListedUnit } from './listed-unit.js';
import { sortUnits } from './unit-filter.js';
import { formatUnitSize } from './unit-size.js';
import { getChecked, type Selection } from './use-selection.js';

interface UnitsTableProps {
  readonly units: readonly ListedUnit[];
  readonly agents: ReadonlyMap<string, string>;
  readonly onOpen: (id: string) => void;
  /** Undefined if the person can't change units. */
  readonly selection: Selection | undefined;
}

const column = createColumnHelper<ListedUnit>();

function createSelectionColumn(selection: Selection, units: readonly ListedUnit[]) {
  const all = units.map(({ id }) => id);
  return column.display({
    id: 'selection',
    header: () => (
      <Checkbox
        aria-label="All units that match the filters"
        {...getChecked(selection, all)}
        onChange={({ currentTarget }) => selection.toggle(all, currentTarget.checked)}
      />
    ),
    cell: ({ row: { original } }) => (
      <Checkbox
        aria-label={`Unit ${getUnitLabel(original)}`}
        checked={selection.ids.has(original.id)}
        onChange={({ currentTarget }) => selection.toggle([original.id], currentTarget.checked)}
      />
    ),
  });
}

export function UnitsTable({ units, agents, onOpen, selection }: UnitsTableProps) {
  const { filters, setFilters } = useFilters();
  const sort = filters['sort'] ?? 'number';
  const isDescending = filters['order'] === 'desc';
  const columns: TableOptions<ListedUnit>['columns'] = [
    ...(selection === undefined ? [] : [createSelectionColumn(selection, units)]),
    column.accessor(getUnitLabel, {
      id: 'number',
      header: 'Unit',
      cell: ({ row: { original } }) => (
        <Anchor component="button" type="button" size="sm" onClick={() => onOpen(original.id)}>
          {getUnitLabel(original)}
        </Anchor>
      ),
    }),
    column.accessor('type', { header: 'Type', cell: ({ getValue }) => getValue() ?? '–' }),
    column.accessor('bedrooms', { header: 'Bedrooms', meta: numberColumn, cell: ({ getValue }) => getValue() ?? '–' }),
    column.accessor('size', { header: 'Size', meta: numberColumn, cell: ({ getValue }) => formatUnitSize(getValue()) }),
    column.accessor('price', {
      header: 'Price',
      meta: numberColumn,
      cell: ({ getValue }) => <Money {...getValue()} />,
    }),
    column.accessor('status', { header: 'Status', cell: ({ getValue }) => <StatusBadge status={getValue()} /> }),
    column.accessor('visibility', { header: 'Visibility', cell: ({ getValue }) => toLabel(getValue()) }),
    column.accessor('assigned_agent', {
      header: 'Agent',
      enableSorting: false,
      cell: ({ getValue }) => agents.get(getValue() ?? '') ?? '–',
    }),
  ];
  const rows = sortUnits(units, sort, isDescending);
  return (
    <DataTable
      caption="Units"
      columns={columns}
      rows={rows}
      getRowId={({ id }) => id}
      sorting={[{ id: sort, desc: isDescending }]}
      onSort={([first]) => setFilters({ sort: first?.id, order: first?.desc ? 'desc' : undefined })}
      isVirtual
    />
  );
}
