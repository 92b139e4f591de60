import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { Choice } from '../format/label.js';
import { useFilters } from './use-filters.js';

interface FilterSelectProps extends Pick<NativeSelectProps, 'w'> {
  /** Name of the filter. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly (Choice | string)[];
  /** Label of the option that clears the filter. */
  readonly anyLabel?: string;
}

/** Filters a list by one of several choices. The page's address stores the choice. */
export function FilterSelect({ name, label, choices, anyLabel = 'All', w }: FilterSelectProps) {
  const { filters, setFilters } = useFilters();
  const chosen = filters[name] ?? '';
  // The address may contain a value that isn't a choice. The list ignores it.
  const isKnown = choices.some((choice) => (typeof choice === 'string' ? choice : choice.value) === chosen);
  return (
    <NativeSelect
      label={label}
      w={w}
      value={isKnown ? chosen : ''}
      data={[{ value: '', label: anyLabel }, ...choices]}
      onChange={({ currentTarget }) => setFilters({ [name]: currentTarget.value })}
    />
  );
}
