import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figures.module.css';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  /** A comparison, or the parts that the value adds up from. */
  readonly note?: ReactNode;
}

/** Tiles with a label and a figure. */
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
