import { Table } from '@mantine/core';
import type { Cell, ColumnDefTemplate, Row } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { actionsColumnId, selectionColumnId } from './column-meta.js';
import { RowSpace } from './row-space.js';

/** Height in pixels of a row with one line of text. */
const estimatedHeight = 38;

/**
 * Renders a column's template. Calls it as a function, not as a component. Otherwise, columns that a page creates
 * during a render would remount their cells with every change, and lose the focus.
 */
export function renderTemplate<P extends object>(template: ColumnDefTemplate<P> | undefined, context: P): ReactNode {
  return typeof template === 'function' ? template(context) : template;
}

interface BodyRowProps<T> extends ComponentPropsWithRef<'tr'> {
  readonly row: Row<T>;
}

const isNumber = <T,>({ column }: Cell<T, unknown>) => column.columnDef.meta?.isNumber ?? false;

/** Returns the label that a cell has on a phone. The card's heading, checkbox and buttons have no label. */
function findLabel<T>({ column: { id, columnDef } }: Cell<T, unknown>, isHeading: boolean): string | undefined {
  const { header } = columnDef;
  if (isHeading || id === selectionColumnId || id === actionsColumnId) return undefined;
  return typeof header === 'string' && header !== '' ? header : undefined;
}

export function BodyRow<T>({ row, ...props }: BodyRowProps<T>) {
  const cells = row.getVisibleCells();
  const heading = cells.find(({ column }) => column.id !== selectionColumnId);
  return (
    <Table.Tr role="row" {...props}>
      {cells.map((cell) => (
        <Table.Td
          key={cell.id}
          role="cell"
          data-column={cell.column.id}
          data-heading={cell === heading}
          data-label={findLabel(cell, cell === heading && !isNumber(cell))}
          data-number={isNumber(cell)}
          data-wide={cell.column.columnDef.meta?.isWide}
        >
          {renderTemplate(cell.column.columnDef.cell, cell.getContext())}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

interface VirtualBodyProps<T> {
  readonly rows: readonly Row<T>[];
  readonly columns: number;
  /** Scroll container of the rows. Null until it is mounted. */
  readonly scrolled: HTMLElement | null;
}

/** Renders only the visible rows of a long table. */
export function VirtualBody<T>({ rows, columns, scrolled }: VirtualBodyProps<T>) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrolled,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
    useFlushSync: false,
  });
  const visible = virtualizer.getVirtualItems();
  return (
    <Table.Tbody role="rowgroup">
      <RowSpace height={visible[0]?.start ?? 0} columns={columns} />
      {visible.map(({ index, key }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <BodyRow key={key} row={row} ref={virtualizer.measureElement} data-index={index} aria-rowindex={index + 2} />
        );
      })}
      <RowSpace height={virtualizer.getTotalSize() - (visible.at(-1)?.end ?? 0)} columns={columns} />
    </Table.Tbody>
  );
}
