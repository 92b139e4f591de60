import { DateField } from './date-field.js';
import { DebouncedField } from './debounced-field.js';
import { useFilters } from './filter-bar.js';
import { toLabel } from './status-badge.js';

const names = ['from', 'to'] as const;

/** The first and last day of a list; the address has them. */
export function DayFields() {
  const { filters, setFilters } = useFilters();
  return (
    <>
      {names.map((name) => (
        <DebouncedField key={name} value={filters[name] ?? ''} onPause={(day) => setFilters({ [name]: day })}>
          {(day, change) => <DateField label={toLabel(name)} value={day} onChange={change} />}
        </DebouncedField>
      ))}
    </>
  );
}
