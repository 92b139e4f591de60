import { MultiSelect, NativeSelect } from '@mantine/core';
import { propertyStatuses, propertyTypes } from '../../api/enums.js';
import { DebouncedField, DebouncedText } from '../../ui/filters/debounced-field.js';
import { FilterBar } from '../../ui/filters/filter-bar.js';
import { pickKnown } from '../../ui/filters/filter-values.js';
import { type Filters, useFilters } from '../../ui/filters/use-filters.js';
import { toChoices } from '../../ui/format/label.js';
import { AmountInput } from '../../ui/forms/amount-input.js';
import type { PropertyFilters } from './property-queries.js';

const sorts = [
  { value: 'created_at desc', label: 'Newest first' },
  { value: 'updated_at desc', label: 'Recently updated' },
  { value: 'name asc', label: 'Name' },
] as const;

export const propertyFilterNames = ['status', 'type', 'location', 'min_price', 'max_price'] as const;

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

export function PortfolioFilters() {
  const { filters, setFilters } = useFilters();
  return (
    <FilterBar names={propertyFilterNames}>
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
        placeholder="Exact name"
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
