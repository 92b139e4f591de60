import { Checkbox, UnstyledButton } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown';
import IconArrowsSort from '@tabler/icons-react/icons/IconArrowsSort';
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp';
import classes from './lead-table.module.css';
import type { TableColumn } from './table-columns.js';
import type { Order } from './table-query.js';
import type { RowSelection } from './use-row-selection.js';

interface GridHeadProps {
  readonly columns: readonly TableColumn[];
  readonly count: number;
  readonly order: Order;
  readonly onSort: (order: Order) => void;
  /** Undefined for people who can't change leads. */
  readonly selection: RowSelection | undefined;
}

const sortIcons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

/** Returns the direction in which the displayed values of a column are sorted. */
function readDirection({ sort, isReversed = false }: TableColumn, order: Order): keyof typeof sortIcons {
  if (sort !== order.sort) return 'none';
  return (order.order === 'asc') === isReversed ? 'descending' : 'ascending';
}

/** Text starts at A. Numbers, dates and times in a stage start with the largest value. */
function findFirstOrder({ sort, isReversed = false }: TableColumn): Order['order'] {
  return isReversed || sort === 'name' || sort === 'email' || sort === 'next_follow_up' ? 'asc' : 'desc';
}

function HeadCell({
  column,
  order,
  onSort,
}: Pick<GridHeadProps, 'order' | 'onSort'> & { readonly column: TableColumn }) {
  const { sort, header, id } = column;
  if (sort === undefined) return <th scope="col">{header}</th>;
  const direction = readDirection(column, order);
  const DirectionIcon = sortIcons[direction];
  const turned = order.order === 'asc' ? 'desc' : 'asc';
  const next = direction === 'none' ? findFirstOrder(column) : turned;
  return (
    <th scope="col" aria-sort={direction} className={id === 'name' ? classes.nameHead : undefined}>
      <UnstyledButton className={classes.sort} onClick={() => onSort({ sort, order: next })}>
        {header}
        <DirectionIcon size={14} aria-hidden data-sorted={direction !== 'none'} className={classes.sortIcon} />
      </UnstyledButton>
    </th>
  );
}

/** Header of the table. It remains visible when the table scrolls. */
export function GridHead({ columns, count, order, onSort, selection }: GridHeadProps) {
  const selected = selection?.rows.size ?? 0;
  const isAll = selected > 0 && selected >= count;
  return (
    <thead className={classes.head}>
      <tr>
        {selection === undefined ? null : (
          <th scope="col" className={classes.checkHead}>
            <Checkbox
              size="xs"
              aria-label="Select all leads"
              checked={isAll}
              indeterminate={selected > 0 && !isAll}
              onChange={() =>
                isAll || count === 0 ? selection.clear() : selection.select({ first: 0, last: count - 1 })
              }
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} order={order} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}
