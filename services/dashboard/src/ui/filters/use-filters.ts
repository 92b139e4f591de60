import { useNavigate, useSearch } from '@tanstack/react-router';

/** Filters of a list by name. A filter that isn't set is undefined. */
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
    // `before` includes a pending navigation, so two quick changes don't undo each other.
    void navigate({ to: '.', search: change, replace: true });
  };
  return { filters, setFilters };
}

/** Checks whether any of the given filters is set. */
export function isAnySet(filters: Filters, names: readonly string[]): boolean {
  return names.some((name) => Boolean(filters[name]));
}

/** Returns the changes that clear the given filters. */
export function clearAll(names: readonly string[]): Filters {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
