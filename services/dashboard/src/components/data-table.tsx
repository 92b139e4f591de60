import { Button, Group, Table, UnstyledButton } from '@mantine/core';
import {
  type ColumnDef,
  flexRender,
  getCoreRowModel,
  type Header,
  type SortingState,
  useReactTable,
} from '@tanstack/react-table';

interface DataTableProps<T> {
  readonly caption: string;
  // biome-ignore lint/suspicious/noExplicitAny: TanStack Table's columns have values of many types (its own recommendation).
  readonly columns: ColumnDef<T, any>[];
  readonly rows: readonly T[];
  readonly getRowId: (row: T) => string;
  /** The order in which the server has sorted; headers of sortable columns change it. */
  readonly sorting?: SortingState;
  readonly onSort?: (sorting: SortingState) => void;
  /** Given while there is more to load. */
  readonly onLoadMore?: (() => void) | undefined;
  readonly isLoadingMore?: boolean;
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;
const arrows = { asc: ' ↑', desc: ' ↓' } as const;

function HeaderCell<T>({ header, isSortable }: { readonly header: Header<T, unknown>; readonly isSortable: boolean }) {
  const { column } = header;
  const sorted = column.getIsSorted();
  const label = header.isPlaceholder ? null : flexRender(column.columnDef.header, header.getContext());
  if (!isSortable || !column.getCanSort()) return <Table.Th scope="col">{label}</Table.Th>;
  return (
    <Table.Th scope="col" aria-sort={sorted ? ariaSorts[sorted] : 'none'}>
      <UnstyledButton fw={700} fz="sm" onClick={() => column.toggleSorting()}>
        {label}
        <span aria-hidden>{sorted ? arrows[sorted] : ''}</span>
      </UnstyledButton>
    </Table.Th>
  );
}

/** A table of records, sorted and paged by the server. The first column of a record should be a link to it. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, getRowId, sorting = [], onSort, onLoadMore, isLoadingMore = false } = props;
  const table = useReactTable({
    data: [...rows],
    columns,
    getRowId,
    state: { sorting },
    manualSorting: true,
    // Without it the table would begin anew with every list of rows, and so render without an end.
    manualPagination: true,
    enableSortingRemoval: false,
    getCoreRowModel: getCoreRowModel(),
    onSortingChange: (update) => onSort?.(typeof update === 'function' ? update(sorting) : update),
  });
  return (
    <>
      <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table highlightOnHover stickyHeader>
          <Table.Caption className="visually-hidden">{caption}</Table.Caption>
          <Table.Thead>
            {table.getHeaderGroups().map((group) => (
              <Table.Tr key={group.id}>
                {group.headers.map((header) => (
                  <HeaderCell key={header.id} header={header} isSortable={onSort !== undefined} />
                ))}
              </Table.Tr>
            ))}
          </Table.Thead>
          <Table.Tbody>
            {table.getRowModel().rows.map((row) => (
              <Table.Tr key={row.id}>
                {row.getVisibleCells().map((cell) => (
                  <Table.Td key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {onLoadMore === undefined ? null : (
        <Group justify="center" mt="md">
          <Button variant="default" loading={isLoadingMore} onClick={onLoadMore}>
            Load more
          </Button>
        </Group>
      )}
    </>
  );
}
