import { DateField } from './date-field.js';
import { useFilters } from './filter-bar.js';
import { toLabel } from './status-badge.js';

const names = ['from', 'to'] as const;

/** The first and last day of a list; the address has them. */
export function DayFields() {
  const { filters, setFilters } = useFilters();
  return (
    <>
      {names.map((name) => (
        <DateField
          key={name}
          label={toLabel(name)}
          value={filters[name] ?? ''}
          onChange={(day) => setFilters({ [name]: day })}
        />
      ))}
    </>
  );
}
