import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { clearAll, isAnySet, useFilters } from './use-filters.js';

interface FilterBarProps {
  /** Names of the filters that the fields set. */
  readonly names: readonly string[];
  /** The fields, each with a label. */
  readonly children: ReactNode;
}

/** The fields that filter a list, with a button that clears them. */
export function FilterBar({ names, children }: FilterBarProps) {
  const { filters, setFilters } = useFilters();
  return (
    <search>
      <Group align="flex-end" gap="sm" mb="md">
        {children}
        {isAnySet(filters, names) ? (
          <Button variant="subtle" onClick={() => setFilters(clearAll(names))}>
            Clear filters
          </Button>
        ) : null}
      </Group>
    </search>
  );
}
