import { Table, UnstyledButton } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown';
import IconArrowsSort from '@tabler/icons-react/icons/IconArrowsSort';
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp';
import {
  getCoreRowModel,
  type Header,
  type SortingState,
  type TableOptions,
  useReactTable,
} from '@tanstack/react-table';
import { useState } from 'react';
import { useIsPhone } from '../page/use-is-phone.js';
import './column-meta.js';
import classes from './data-table.module.css';
import { BodyRow, renderTemplate, VirtualBody } from './virtual-body.js';

interface DataTableProps<T> {
  readonly caption: string;
  readonly columns: TableOptions<T>['columns'];
  readonly rows: readonly T[];
  readonly getRowId: (row: T) => string;
  /** Order of the server's rows. The headers of sortable columns change it. */
  readonly sorting?: SortingState;
  readonly onSort?: (sorting: SortingState) => void;
  /** Set for thousands of rows. The table then scrolls and renders only the visible rows. */
  readonly isVirtual?: boolean;
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;
const sortIcons = { asc: IconArrowUp, desc: IconArrowDown } as const;

function HeaderCell<T>({ header, isSortable }: { readonly header: Header<T, unknown>; readonly isSortable: boolean }) {
  const { column } = header;
  const sorted = column.getIsSorted();
  const SortIcon = sorted ? sortIcons[sorted] : IconArrowsSort;
  const label = header.isPlaceholder ? null : renderTemplate(column.columnDef.header, header.getContext());
  const isNumber = column.columnDef.meta?.isNumber;
  if (!isSortable || !column.getCanSort()) {
    return (
      <Table.Th scope="col" role="columnheader" data-number={isNumber}>
        {label}
      </Table.Th>
    );
  }
  return (
    <Table.Th scope="col" role="columnheader" data-number={isNumber} aria-sort={sorted ? ariaSorts[sorted] : 'none'}>
      <UnstyledButton fw={600} fz="sm" onClick={() => column.toggleSorting()}>
        {label}
        <SortIcon size={14} aria-hidden className={classes.sort} data-sorted={sorted !== false} />
      </UnstyledButton>
    </Table.Th>
  );
}

/**
 * Table of records that the server sorts and pages. Make the first column a link to the record. On a phone, each row is
 * a card. The roles are explicit, because some browsers ignore the implicit roles if the elements aren't laid out as a
 * table.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, getRowId, sorting = [], onSort, isVirtual = false } = props;
  const table = useReactTable({
    data: [...rows],
    columns,
    getRowId,
    state: { sorting },
    manualSorting: true,
    // Otherwise each new array of rows would reset the page index. That would cause another render, in an endless loop.
    manualPagination: true,
    enableSortingRemoval: false,
    getCoreRowModel: getCoreRowModel(),
    onSortingChange: (update) => onSort?.(typeof update === 'function' ? update(sorting) : update),
  });
  // This is state, not a ref, because the virtualizer must render again once the element exists.
  const [scrolled, setScrolled] = useState<HTMLDivElement | null>(null);
  const shown = table.getRowModel().rows;
  const isPhone = useIsPhone();
  return (
    <Table.ScrollContainer
      minWidth={isPhone ? 0 : 480}
      className={classes.surface}
      maxHeight={isVirtual ? '75vh' : undefined}
      scrollAreaProps={{ offsetScrollbars: 'present', viewportRef: setScrolled, viewportProps: { tabIndex: 0 } }}
    >
      <Table
        role="table"
        className={classes.table}
        highlightOnHover
        stickyHeader
        aria-rowcount={isVirtual ? shown.length + 1 : undefined}
      >
        <Table.Caption className="visually-hidden">{caption}</Table.Caption>
        <Table.Thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id} role="row">
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} isSortable={onSort !== undefined} />
              ))}
            </Table.Tr>
          ))}
        </Table.Thead>
        {isVirtual ? (
          <VirtualBody rows={shown} columns={columns.length} scrolled={scrolled} />
        ) : (
          <Table.Tbody role="rowgroup">
            {shown.map((row) => (
              <BodyRow key={row.id} row={row} />
            ))}
          </Table.Tbody>
        )}
      </Table>
    </Table.ScrollContainer>
  );
}
