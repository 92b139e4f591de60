import '@mantine/dates/styles.css';
import { Group, NativeSelect } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { formatDateTime } from '../format/format-date.js';
import { type Period, readPeriod } from './period.js';
import { useFilters } from './use-filters.js';

const choices = [
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'quarter', label: 'Last 90 days' },
  { value: 'year', label: 'Last 365 days' },
  { value: 'custom', label: 'Custom range' },
];

const ariaLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** A dialog rather than a popover, which needs a name for screen readers and doesn't fit a phone. */
const modalProps = { title: 'Start and end date' };

type DayRange = [string | null, string | null];

function formatRange(days: readonly unknown[]): string {
  if (!days.some(Boolean)) return '';
  return days.map((one) => (one ? formatDateTime(String(one)) : '…')).join(' – ');
}

/** Returns the period in the page's address. */
export function usePeriod(): Period {
  return readPeriod(useFilters().filters);
}

function RangeField() {
  const { filters, setFilters } = useFilters();
  const { start_date = null, end_date = null } = readPeriod(filters);
  const [incomplete, setIncomplete] = useState<DayRange>();
  const onChange = ([from, to]: DayRange) => {
    const isComplete = from !== null && to !== null;
    setIncomplete(isComplete ? undefined : [from, to]);
    if (isComplete) setFilters({ period: 'custom', from, to });
  };
  return (
    <DatePickerInput
      type="range"
      label="Dates"
      placeholder="Start and end date"
      w={250}
      allowSingleDateInRange
      maxDate={new Date().toISOString().slice(0, 10)}
      value={incomplete ?? [start_date, end_date]}
      onChange={onChange}
      valueFormatter={({ date }) => formatRange([date].flat())}
      dropdownType="modal"
      modalProps={modalProps}
      hideOutsideDates
      weekendDays={[]}
      ariaLabels={ariaLabels}
    />
  );
}

/** Chooses the period of a page's figures. The page's address stores it. */
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
      {chosen === 'custom' ? <RangeField /> : null}
    </Group>
  );
}
