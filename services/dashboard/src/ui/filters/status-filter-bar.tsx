import type { ReactNode } from 'react';
import { toChoices } from '../format/label.js';
import { DayFields } from './day-fields.js';
import { FilterBar } from './filter-bar.js';
import { FilterSelect } from './filter-select.js';

interface StatusFilterBarProps {
  readonly statuses: readonly string[];
  /** Names of the filters that the additional fields set. */
  readonly others?: readonly string[];
  /** Additional fields, between the status and the days. */
  readonly children?: ReactNode;
}

/** Filters a list by status and days. The page's address stores them. */
export function StatusFilterBar({ statuses, others = [], children }: StatusFilterBarProps) {
  return (
    <FilterBar names={['status', ...others, 'from', 'to']}>
      <FilterSelect name="status" label="Status" choices={toChoices(statuses)} />
      {children}
      <DayFields />
    </FilterBar>
  );
}
