import { Skeleton, Stack } from '@mantine/core';
import classes from './skeletons.module.css';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Outline of text or facts. */
export function TextSkeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <Stack gap="sm" py="xs">
      {range(lines).map((line) => (
        <Skeleton key={line} h={14} w={line === lines - 1 ? '60%' : '100%'} radius="sm" />
      ))}
    </Stack>
  );
}

/** Outline of the rows of a table. */
export function TableSkeleton({ columns, rows = 6 }: { readonly columns: number; readonly rows?: number }) {
  return (
    <div className={classes.table}>
      {range(rows).map((row) => (
        <div key={row} className={classes.row}>
          {range(columns).map((column) => (
            <Skeleton key={column} h={14} w={column === 0 ? '80%' : '55%'} radius="sm" />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Outline of cards with this height in pixels. */
export function CardsSkeleton({ cards = 3, height }: { readonly cards?: number; readonly height: number }) {
  return (
    <Stack gap={8} className={classes.cards}>
      {range(cards).map((card) => (
        <Skeleton key={card} h={height} radius="md" />
      ))}
    </Stack>
  );
}
