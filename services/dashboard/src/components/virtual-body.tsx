import { Table } from '@mantine/core';
import type { ColumnDefTemplate, Row } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ComponentPropsWithRef, ReactNode } from 'react';

/** Of a row with one line of text. */
const estimatedHeight = 38;

/**
 * What a column shows. Its function is called, and is no component: columns that a page makes while it renders would have what is
 * in the cells mounted anew, and so lose the focus, with every change.
 */
export function renderTemplate<P extends object>(template: ColumnDefTemplate<P> | undefined, context: P): ReactNode {
  return typeof template === 'function' ? template(context) : template;
}

interface BodyRowProps<T> extends ComponentPropsWithRef<'tr'> {
  readonly row: Row<T>;
}

/** A record of a table. */
export function BodyRow<T>({ row, ...props }: BodyRowProps<T>) {
  return (
    <Table.Tr {...props}>
      {row.getVisibleCells().map((cell) => (
        <Table.Td key={cell.id}>{renderTemplate(cell.column.columnDef.cell, cell.getContext())}</Table.Td>
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
