import { ActionIcon, Button, Group } from '@mantine/core';
import IconX from '@tabler/icons-react/icons/IconX';
import type { ReactNode } from 'react';
import { useIsPhone } from '../page/use-is-phone.js';
import classes from './filter-bar.module.css';
import { FilterSheet } from './filter-sheet.js';
import { clearAll, isAnySet, useFilters } from './use-filters.js';

interface FilterBarProps {
  /** Names of the filters that the fields set. */
  readonly names: readonly string[];
  /** Search field, which remains visible on a phone. */
  readonly search?: ReactNode;
  /** Buttons that remain visible on a phone. */
  readonly actions?: ReactNode;
  /** The other fields, each with a label. */
  readonly children: ReactNode;
}

/**
 * Fields that filter a list, with a button that clears them. On a phone, all fields except the search are in a sheet.
 */
export function FilterBar({ names, search, actions, children }: FilterBarProps) {
  const { filters, setFilters } = useFilters();
  const isPhone = useIsPhone();
  const isFiltered = isAnySet(filters, names);
  const clear = () => setFilters(clearAll(names));
  if (isPhone && names.length > 0) {
    const count = names.filter((name) => Boolean(filters[name])).length;
    return (
      <search className={classes.phone}>
        {search}
        <FilterSheet count={count}>{children}</FilterSheet>
        {isFiltered ? (
          <ActionIcon variant="subtle" aria-label="Clear filters" onClick={clear}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        ) : null}
        {actions}
      </search>
    );
  }
  return (
    <search>
      <Group align="flex-end" gap="sm" mb="md">
        {search}
        {children}
        {isFiltered ? (
          <Button variant="subtle" leftSection={<IconX size={16} aria-hidden />} onClick={clear}>
            Clear filters
          </Button>
        ) : null}
        {actions}
      </Group>
    </search>
  );
}
