import { Box } from '@mantine/core';
import { useRef } from 'react';
import { RowSpace } from '../../ui/tables/row-space.js';
import { GridHead } from './grid-head.js';
import { GridRow } from './grid-row.js';
import classes from './lead-table.module.css';
import type { TableColumn } from './table-columns.js';
import type { Order } from './table-query.js';
import { type GridParts, useGridKeys } from './use-grid-keys.js';

interface LeadGridProps extends GridParts {
  readonly columns: readonly TableColumn[];
  readonly order: Order;
  readonly onSort: (order: Order) => void;
}

const checkWidth = 44;

/**
 * The table of leads. Only the visible rows are rendered. The arrow keys move between rows, and letters start actions.
 */
export function LeadGrid(props: LeadGridProps) {
  const { columns, rows, list, order, onSort, selection } = props;
  const table = useRef<HTMLTableElement>(null);
  const { stop, events } = useGridKeys(table, props);
  const width = columns.reduce((sum, column) => sum + column.width, selection ? checkWidth : 0);
  const cells = columns.length + (selection ? 1 : 0);
  return (
    <div ref={list.setScrolled} className={classes.scroll}>
      {/* A grid, because its rows take the focus and can be selected. */}
      <Box
        component="table"
        ref={table}
        role="grid"
        aria-label="Leads"
        aria-rowcount={rows.count + 1}
        aria-multiselectable={selection !== undefined}
        className={classes.table}
        style={{ minWidth: width }}
      >
        <colgroup>
          {selection ? <col style={{ width: checkWidth }} /> : null}
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
        </colgroup>
        <GridHead columns={columns} count={rows.count} order={order} onSort={onSort} selection={selection} />
        <tbody {...events}>
          <RowSpace height={list.before} columns={cells} />
          {list.items.map(({ index }) => {
            const row = rows.get(index);
            return (
              <GridRow
                key={index}
                index={index}
                row={row}
                columns={columns}
                canSelect={selection !== undefined}
                isSelected={row !== undefined && (selection?.rows.has(row.id) ?? false)}
                isTabStop={index === stop}
              />
            );
          })}
          <RowSpace height={list.after} columns={cells} />
        </tbody>
      </Box>
    </div>
  );
}
