import { MultiSelect, NativeSelect } from '@mantine/core';
import { AgentSelect } from '../../components/agent-select.js';
import { DebouncedText } from '../../components/debounced-field.js';
import { FilterBar, useFilters } from '../../components/filter-bar.js';
import { toLabel } from '../../components/status-badge.js';
import { type ListedUnit, unitStatuses, unitVisibilities } from './listed-unit.js';
import { pickKnown } from './portfolio-filters.js';
import { unitFilterNames } from './unit-filter.js';

interface UnitFiltersProps {
  readonly units: readonly ListedUnit[];
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

function distinct(values: readonly (string | number | null)[]): string[] {
  const texts = values.filter((value) => value !== null).map(String);
  return [...new Set(texts)].toSorted((left, right) => left.localeCompare(right, undefined, { numeric: true }));
}

export function UnitFilters({ units }: UnitFiltersProps) {
  const { filters, setFilters } = useFilters();
  const clear = () => setFilters(Object.fromEntries(unitFilterNames.map((name) => [name, undefined])));
  const toChoice = (value: string): Choice => ({ value, label: value });
  const selects: readonly { name: string; label: string; width: number; choices: readonly Choice[] }[] = [
    { name: 'type', label: 'Type', width: 130, choices: distinct(units.map(({ type }) => type)).map(toChoice) },
    {
      name: 'bedrooms',
      label: 'Bedrooms',
      width: 100,
      choices: distinct(units.map(({ bedrooms }) => bedrooms)).map(toChoice),
    },
    {
      name: 'visibility',
      label: 'Visibility',
      width: 110,
      choices: unitVisibilities.map((value) => ({ value, label: toLabel(value) })),
    },
  ];
  return (
    <FilterBar isFiltered={unitFilterNames.some((name) => filters[name] !== undefined)} onClear={clear}>
      <DebouncedText
        label="Number or name"
        w={130}
        value={filters['find'] ?? ''}
        onPause={(find) => setFilters({ find })}
      />
      <MultiSelect
        label="Status"
        placeholder={filters['status'] ? '' : 'Any'}
        data={unitStatuses.map((value) => ({ value, label: toLabel(value) }))}
        value={pickKnown(unitStatuses, filters['status'])}
        onChange={(values) => setFilters({ status: values.join(',') })}
        w={180}
      />
      <AgentSelect
        label="Agent"
        placeholder="Any"
        value={filters['agent'] ?? null}
        onChange={(agent) => setFilters({ agent: agent ?? undefined })}
        others={[{ value: 'none', label: 'Unassigned' }]}
        w={170}
      />
      {selects.map(({ name, label, width, choices }) => (
        <NativeSelect
          key={name}
          label={label}
          data={[{ value: '', label: 'Any' }, ...choices]}
          value={filters[name] ?? ''}
          onChange={({ currentTarget }) => setFilters({ [name]: currentTarget.value })}
          w={width}
        />
      ))}
    </FilterBar>
  );
}
