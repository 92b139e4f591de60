import { MultiSelect } from '@mantine/core';
import { unitStatuses, unitVisibilities } from '../../api/enums.js';
import { DebouncedText } from '../../ui/filters/debounced-field.js';
import { FilterBar } from '../../ui/filters/filter-bar.js';
import { FilterSelect } from '../../ui/filters/filter-select.js';
import { pickKnown } from '../../ui/filters/filter-values.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { toChoices } from '../../ui/format/label.js';
import { AgentFilter } from '../people/agent-filter.js';
import type { ListedUnit } from './listed-unit.js';
import { unitFilterNames } from './unit-filter.js';

/** Lists the values that the units have, in natural order. */
function listDistinct(values: readonly (string | number | null)[]): string[] {
  const texts = values.filter((value) => value !== null).map(String);
  return [...new Set(texts)].toSorted((left, right) => left.localeCompare(right, undefined, { numeric: true }));
}

/** Filters the units of a property. The page's address stores the filters. */
export function UnitFilters({ units }: { readonly units: readonly ListedUnit[] }) {
  const { filters, setFilters } = useFilters();
  const types = listDistinct(units.map(({ type }) => type));
  const bedrooms = listDistinct(units.map((unit) => unit.bedrooms));
  const search = (
    <DebouncedText
      label="Number or name"
      w={150}
      value={filters['find'] ?? ''}
      onPause={(find) => setFilters({ find })}
    />
  );
  return (
    <FilterBar names={unitFilterNames} search={search}>
      <MultiSelect
        label="Status"
        placeholder={filters['status'] ? '' : 'Any'}
        data={toChoices(unitStatuses)}
        value={pickKnown(unitStatuses, filters['status'])}
        onChange={(values) => setFilters({ status: values.join(',') })}
        w={180}
      />
      <AgentFilter placeholder="Any" others={[{ value: 'none', label: 'Unassigned' }]} w={170} />
      <FilterSelect name="type" label="Type" anyLabel="Any" choices={types} w={130} />
      <FilterSelect name="bedrooms" label="Bedrooms" anyLabel="Any" choices={bedrooms} w={100} />
      <FilterSelect name="visibility" label="Visibility" anyLabel="Any" choices={toChoices(unitVisibilities)} w={110} />
    </FilterBar>
  );
}
