import { Button, NativeSelect, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsPhone } from '../../ui/page/use-is-phone.js';
import classes from './lead-table.module.css';
import { sortChoices } from './table-columns.js';
import { type Order, readOrder } from './table-query.js';

interface TableToolbarProps {
  readonly status: ReactNode;
  readonly order: Order;
  readonly onSort: (order: Order) => void;
  readonly onColumns: () => void;
  readonly onKeys: () => void;
}

/**
 * Number of leads, and the controls for the layout of the table. On a phone, includes a field for the order, because
 * cards have no headers to sort by.
 */
export function TableToolbar({ status, order, onSort, onColumns, onKeys }: TableToolbarProps) {
  const isPhone = useIsPhone();
  const sortBy = (value: string) => {
    const [sort, direction] = value.split(' ');
    onSort(readOrder({ sort, order: direction }));
  };
  return (
    <div className={classes.toolbar}>
      <Text size="sm" role="status" className={classes.status}>
        {status}
      </Text>
      {isPhone ? (
        <NativeSelect
          aria-label="Sort"
          data={[...sortChoices]}
          value={`${order.sort} ${order.order}`}
          onChange={({ currentTarget }) => sortBy(currentTarget.value)}
        />
      ) : (
        <>
          <Button size="xs" variant="subtle" onClick={onKeys}>
            Keyboard shortcuts
          </Button>
          <Button size="xs" variant="default" onClick={onColumns}>
            Columns
          </Button>
        </>
      )}
    </div>
  );
}
