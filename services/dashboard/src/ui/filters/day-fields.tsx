import { toLabel } from '../format/label.js';
import { DateField } from '../forms/date-field.js';
import { DebouncedField } from './debounced-field.js';
import { useFilters } from './use-filters.js';

const names = ['from', 'to'] as const;

/** Filters a list by its first and last day. The page's address stores both days. */
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
