import { Button, Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export type Filters = Readonly<Record<string, string | undefined>>;

/** The filters of a page, which live in the search parameters of its address: they survive a reload and can be sent to others. */
export function useFilters(): { filters: Filters; setFilters: (changes: Filters) => void } {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const entries = Object.entries(search).map(([name, value]) => [
    name,
    value === undefined ? undefined : String(value),
  ]);
  const filters: Filters = Object.fromEntries(entries);
  const setFilters = (changes: Filters) => {
    const change = (before: object) => {
      const next = Object.entries({ ...before, ...changes });
      return Object.fromEntries(next.filter(([, value]) => value !== undefined && value !== ''));
    };
    // Of the address that is on its way, where another change came just before.
    void navigate({ to: '.', search: change, replace: true });
  };
  return { filters, setFilters };
}

interface FilterBarProps {
  /** The fields, each with a label. */
  readonly children: ReactNode;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

export function FilterBar({ children, isFiltered, onClear }: FilterBarProps) {
  return (
    <search>
      <Group align="flex-end" gap="sm" mb="md">
        {children}
        {isFiltered ? (
          <Button variant="subtle" onClick={onClear}>
            Clear filters
          </Button>
        ) : null}
      </Group>
    </search>
  );
}
