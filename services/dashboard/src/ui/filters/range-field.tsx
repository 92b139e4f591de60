import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { formatDateTime } from '../format/format-date.js';
import { readPeriod } from './period.js';
import { useFilters } from './use-filters.js';

const ariaLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/**
 * The calendar opens in a dialog, which has a name for screen readers. A popover has none and doesn't fit on a phone.
 */
const modalProps = { title: 'Start and end date' };

type DayRange = [string | null, string | null];

function formatRange(days: readonly unknown[]): string {
  if (!days.some(Boolean)) return '';
  return days.map((one) => (one ? formatDateTime(String(one)) : '…')).join(' – ');
}

/**
 * Lets the person choose a custom period. Loaded only when needed, because few people choose one and the calendar is
 * large.
 */
export function RangeField() {
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
