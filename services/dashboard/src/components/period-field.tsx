import '@mantine/dates/styles.css';
import { Group, NativeSelect } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { useFilters } from './filter-bar.js';
import { formatDay, type Period, readPeriod } from './period.js';

const choices = [
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'quarter', label: 'Last 90 days' },
  { value: 'year', label: 'Last 365 days' },
  { value: 'custom', label: 'From day to day' },
];

const ariaLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** A dialog has a name for screen readers, and room on a phone. */
const modalProps = { title: 'First and last day', closeButtonProps: { 'aria-label': 'Close' } };

type DayRange = [string | null, string | null];

function formatRange(days: readonly unknown[]): string {
  if (!days.some(Boolean)) return '';
  return days.map((one) => (one ? formatDay(String(one)) : '…')).join(' – ');
}

/** The period in the address of the page. */
export function usePeriod(): Period {
  return readPeriod(useFilters().filters);
}

function RangeField() {
  const { filters, setFilters } = useFilters();
  const { start_date = null, end_date = null } = readPeriod(filters);
  const [unfinished, setUnfinished] = useState<DayRange>();
  const onChange = ([from, to]: DayRange) => {
    const isWhole = from !== null && to !== null;
    setUnfinished(isWhole ? undefined : [from, to]);
    if (isWhole) setFilters({ period: 'custom', from, to });
  };
  return (
    <DatePickerInput
      type="range"
      label="Days"
      placeholder="First and last day"
      w={250}
      allowSingleDateInRange
      maxDate={new Date().toISOString().slice(0, 10)}
      value={unfinished ?? [start_date, end_date]}
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

/** Chooses the period of the figures on a page; the address has it. */
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
