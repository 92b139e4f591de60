import { Text } from '@mantine/core';
import type { UnitStatus } from '../../api/enums.js';
import { toLabel } from '../../ui/format/label.js';
import classes from './unit-bars.module.css';

export type UnitCounts = Readonly<Record<UnitStatus, number>>;

const order = ['sold', 'rented', 'reserved', 'available', 'off_market'] as const;

/** Shows a property's units by status, as a bar and as text. */
export function UnitBars({ counts }: { readonly counts: UnitCounts }) {
  const parts = order.map((status) => ({ status, count: counts[status] })).filter(({ count }) => count > 0);
  if (parts.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        No units yet
      </Text>
    );
  }
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        {parts.map(({ status, count }) => (
          <span key={status} className={classes.part} data-status={status} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {parts.map(({ status, count }) => (
          <li key={status}>
            <span className={`${classes.part} ${classes.swatch}`} data-status={status} aria-hidden />
            {count} {toLabel(status).toLowerCase()}
          </li>
        ))}
      </ul>
    </div>
  );
}
