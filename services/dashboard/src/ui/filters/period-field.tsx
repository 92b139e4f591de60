import { Group, NativeSelect, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { type Period, readPeriod } from './period.js';
import { useFilters } from './use-filters.js';

const RangeField = lazy(async () => ({ default: (await import('./range-field.js')).RangeField }));

const choices = [
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'quarter', label: 'Last 90 days' },
  { value: 'year', label: 'Last 365 days' },
  { value: 'custom', label: 'Custom range' },
];

/** Returns the period in the page's address. */
export function usePeriod(): Period {
  return readPeriod(useFilters().filters);
}

/** Lets the person choose the period of a page's figures. The page's address stores the period. */
export function PeriodField() {
  const { filters, setFilters } = useFilters();
  const chosen = choices.find(({ value }) => value === filters['period'])?.value ?? 'month';
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Period"
        data={choices}
        value={chosen}
        onChange={({ currentTarget }) => setFilters({ period: currentTarget.value, from: undefined, to: undefined })}
      />
      {chosen === 'custom' ? (
        <Suspense fallback={<Skeleton w={250} h={36} />}>
          <RangeField />
        </Suspense>
      ) : null}
    </Group>
  );
}
