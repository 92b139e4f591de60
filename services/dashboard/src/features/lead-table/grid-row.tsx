import { Skeleton } from '@mantine/core';
import { memo } from 'react';
import { LeadLink } from '../navigation/lead-link.js';
import classes from './lead-table.module.css';
import { renderCell, type TableColumn } from './table-columns.js';
import type { LeadRow } from './table-row.js';

interface GridRowProps {
  readonly index: number;
  /** Undefined while the row loads. */
  readonly row: LeadRow | undefined;
  readonly columns: readonly TableColumn[];
  readonly canSelect: boolean;
  readonly isSelected: boolean;
  /** True for the one row that Tab reaches. Arrow keys reach the other rows. */
  readonly isTabStop: boolean;
}

/**
 * Row of the table. The table handles the row's keys and checkbox, so that the row renders only when its lead changes.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, row, columns, canSelect, isSelected, isTabStop } = props;
  return (
    <tr
      data-index={index}
      tabIndex={isTabStop ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={canSelect ? isSelected : undefined}
      className={classes.row}
    >
      {canSelect ? (
        <td className={classes.check}>
          {row === undefined ? null : (
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Select ${row.name}`}
              checked={isSelected}
              // The table handles the changes of the checkbox.
              onChange={() => undefined}
            />
          )}
        </td>
      ) : null}
      {columns.map((column) => (
        <td
          key={column.id}
          className={column.id === 'name' ? classes.name : undefined}
          data-numeric={column.isNumeric === true}
        >
          {row === undefined ? <Skeleton h={12} w="70%" radius="sm" /> : null}
          {row === undefined || column.id !== 'name' ? null : (
            <LeadLink id={row.id} fw={600} tabIndex={-1}>
              {row.name}
            </LeadLink>
          )}
          {row === undefined || column.id === 'name' ? null : renderCell(column, row)}
        </td>
      ))}
    </tr>
  );
});
