import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stat-tiles.module.css';

export interface Stat {
  readonly label: string;
  readonly value: ReactNode;
  /** Comparison with another value, or the parts of the value. */
  readonly note?: ReactNode;
}

/** Tiles that show figures, each with a label. */
export function StatTiles({ stats }: { readonly stats: readonly Stat[] }) {
  return (
    <dl className={classes.tiles}>
      {stats.map(({ label, value, note }) => (
        <Paper key={label} withBorder radius="md" className={classes.tile}>
          <dt>
            <Text component="span" size="sm" c="dimmed">
              {label}
            </Text>
          </dt>
          <dd className={classes.value}>
            <Text component="span" className={classes.number} fw={700}>
              {value}
            </Text>
            {note === undefined ? null : (
              <Text component="span" size="xs" c="dimmed">
                {note}
              </Text>
            )}
          </dd>
        </Paper>
      ))}
    </dl>
  );
}
