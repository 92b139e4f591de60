import { Button, Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export type Filters = Readonly<Record<string, string | undefined>>;

/** Stores a page's filters in its search parameters, so that they survive a reload and can be shared as a link. */
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
    // `before` includes a navigation that is still pending, so two quick changes don't undo each other.
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
