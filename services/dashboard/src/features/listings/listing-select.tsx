import { Group, Select, type SelectProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { filterOptions } from '../../ui/forms/options-filter.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import type { Listing } from './listing.js';

export interface ListingGroup {
  readonly group: string;
  readonly listings: readonly Listing[];
}

interface ListingSelectProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly groups: readonly ListingGroup[];
  readonly value: string | null;
  readonly onChange: (listing: Listing | null) => void;
  readonly error?: ReactNode;
  readonly isLoading?: boolean;
  readonly isRequired?: boolean;
}

const toText = ({ name, detail }: Listing) => (detail === undefined ? name : `${name} · ${detail}`);

/** Selects a property or unit. Shows price and status, and disables units that can't be sold. */
export function ListingSelect(props: ListingSelectProps) {
  const { groups, onChange, isLoading = false, isRequired = false, placeholder = 'Type to search' } = props;
  const all = new Map(groups.flatMap(({ listings }) => listings).map((listing) => [listing.id, listing]));
  const data = groups.map(({ group, listings }) => ({
    group,
    items: listings.map((one) => ({ value: one.id, label: toText(one), disabled: !one.isForSale })),
  }));
  const renderOption: SelectProps['renderOption'] = ({ option }) => {
    const listing = all.get(option.value);
    return (
      <Group justify="space-between" wrap="nowrap" gap="xs" flex={1}>
        <Text size="sm">{option.label}</Text>
        {listing === undefined ? null : <StatusBadge status={listing.status} />}
      </Group>
    );
  };
  return (
    <Select
      label={props.label}
      description={props.description}
      placeholder={isLoading ? 'Loading' : placeholder}
      data={data.filter(({ items }) => items.length > 0)}
      value={props.value}
      onChange={(id) => onChange(all.get(id ?? '') ?? null)}
      error={props.error}
      renderOption={renderOption}
      nothingFoundMessage={isLoading ? 'Loading' : 'Nothing found'}
      filter={filterOptions}
      withAsterisk={isRequired}
      searchable
      clearable={!isRequired}
    />
  );
}
