import { MultiSelect, NativeSelect } from '@mantine/core';
import { AmountInput } from '../../components/amount-input.js';
import { DebouncedField, DebouncedText } from '../../components/debounced-field.js';
import { FilterBar, type Filters, useFilters } from '../../components/filter-bar.js';
import { toLabel } from '../../components/status-badge.js';
import type { PropertyFilters } from './property-queries.js';
import { propertyStatuses, propertyTypes } from './property-values.js';

const sorts = [
  { value: 'created_at desc', label: 'Newest first' },
  { value: 'updated_at desc', label: 'Recently updated' },
  { value: 'name asc', label: 'Name' },
] as const;

const filterNames = ['status', 'type', 'location', 'min_price', 'max_price'] as const;

/** Returns the known words in a comma-separated parameter. */
export function pickKnown<T extends string>(known: readonly T[], text: string | undefined): T[] {
  const words = new Set((text ?? '').split(','));
  return known.filter((word) => words.has(word));
}

function toAmount(text: string | undefined): number | undefined {
  const amount = Number(text ?? Number.NaN);
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

/** Converts the filters in the page's address to API parameters. Ignores unknown values. */
export function toPropertyFilters(filters: Filters): PropertyFilters {
  const [status, type] = [pickKnown(propertyStatuses, filters['status']), pickKnown(propertyTypes, filters['type'])];
  const [min, max] = [toAmount(filters['min_price']), toAmount(filters['max_price'])];
  const [sort, order] = (sorts.find(({ value }) => value === filters['sort']) ?? sorts[0]).value.split(' ');
  return {
    ...(status.length === 0 ? {} : { status }),
    ...(type.length === 0 ? {} : { type }),
    ...(filters['location'] ? { location: filters['location'] } : {}),
    ...(min === undefined ? {} : { min_price: min }),
    ...(max === undefined ? {} : { max_price: max }),
    sort: sort === 'name' || sort === 'updated_at' ? sort : 'created_at',
    order: order === 'asc' ? 'asc' : 'desc',
  };
}

export function isFiltered(filters: Filters): boolean {
  return filterNames.some((name) => filters[name] !== undefined);
}

const toChoices = (words: readonly string[]) => words.map((value) => ({ value, label: toLabel(value) }));

export function PortfolioFilters() {
  const { filters, setFilters } = useFilters();
  const clear = () => setFilters(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  return (
    <FilterBar isFiltered={isFiltered(filters)} onClear={clear}>
      <MultiSelect
        label="Status"
        placeholder={filters['status'] ? '' : 'Any'}
        data={toChoices(propertyStatuses)}
        value={pickKnown(propertyStatuses, filters['status'])}
        onChange={(values) => setFilters({ status: values.join(',') })}
        w={190}
      />
      <MultiSelect
        label="Type"
        placeholder={filters['type'] ? '' : 'Any'}
        data={toChoices(propertyTypes)}
        value={pickKnown(propertyTypes, filters['type'])}
        onChange={(values) => setFilters({ type: values.join(',') })}
        w={170}
      />
      <DebouncedText
        label="Area or city"
        placeholder="Full name"
        w={150}
        value={filters['location'] ?? ''}
        onPause={(location) => setFilters({ location })}
      />
      {(['min_price', 'max_price'] as const).map((name) => (
        <DebouncedField key={name} value={filters[name] ?? ''} onPause={(price) => setFilters({ [name]: price })}>
          {(value, change) => (
            <AmountInput
              label={name === 'min_price' ? 'Price from' : 'Price to'}
              value={value}
              onChange={(price) => change(String(price))}
              w={115}
            />
          )}
        </DebouncedField>
      ))}
      <NativeSelect
        label="Sort by"
        data={[...sorts]}
        value={filters['sort'] ?? sorts[0].value}
        onChange={({ currentTarget }) => setFilters({ sort: currentTarget.value })}
        w={165}
      />
    </FilterBar>
  );
}
