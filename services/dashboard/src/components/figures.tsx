import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figures.module.css';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  /** What to compare it with, or what it is made of. */
  readonly note?: ReactNode;
}

/** Figures side by side, as many in a line as fit. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, note }) => (
        <Paper key={label} withBorder radius="md" className={classes.tile}>
          <dt>
            <Text component="span" size="sm" c="dimmed">
              {label}
            </Text>
          </dt>
          <dd className={classes.value}>
            <Text component="span" className={classes.figure} fw={700}>
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
