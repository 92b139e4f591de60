import { Table } from '@mantine/core';
import { flexRender, type Row } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ComponentPropsWithRef } from 'react';

/** Of a row with one line of text. */
const estimatedHeight = 38;

interface BodyRowProps<T> extends ComponentPropsWithRef<'tr'> {
  readonly row: Row<T>;
}

/** A record of a table. */
export function BodyRow<T>({ row, ...props }: BodyRowProps<T>) {
  return (
    <Table.Tr {...props}>
      {row.getVisibleCells().map((cell) => (
        <Table.Td key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</Table.Td>
      ))}
    </Table.Tr>
  );
}

/** Takes the room of rows of a table that cannot be seen. */
export function RowSpace({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}

interface VirtualBodyProps<T> {
  readonly rows: readonly Row<T>[];
  readonly columns: number;
  /** What the rows scroll in; null until it is known. */
  readonly scrolled: HTMLElement | null;
}

/** The rows of a table that can be seen of thousands. */
export function VirtualBody<T>({ rows, columns, scrolled }: VirtualBodyProps<T>) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrolled,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
    useFlushSync: false,
  });
  const seen = virtualizer.getVirtualItems();
  return (
    <Table.Tbody>
      <RowSpace height={seen[0]?.start ?? 0} columns={columns} />
      {seen.map(({ index, key }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <BodyRow key={key} row={row} ref={virtualizer.measureElement} data-index={index} aria-rowindex={index + 2} />
        );
      })}
      <RowSpace height={virtualizer.getTotalSize() - (seen.at(-1)?.end ?? 0)} columns={columns} />
    </Table.Tbody>
  );
}
