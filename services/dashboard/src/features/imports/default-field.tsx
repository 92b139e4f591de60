import { NativeSelect, Select, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { toChoices } from '../../ui/format/label.js';
import { listCurrencies } from '../../ui/forms/currencies.js';
import { filterOptions } from '../../ui/forms/options-filter.js';
import { useProperties } from '../listings/listing-queries.js';
import { AgentSelect } from '../people/agent-select.js';
import { getFieldLabel } from './field-labels.js';
import type { ImportField } from './import-fields.js';

interface DefaultFieldProps {
  readonly field: ImportField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

type FieldOfKindProps = Omit<DefaultFieldProps, 'field'> & { readonly label: string };

function PropertySelect({ label, value, onChange }: FieldOfKindProps) {
  const properties = useProperties();
  return (
    <Select
      label={label}
      placeholder={properties.isPending ? 'Loading' : 'Type to search'}
      data={(properties.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      filter={filterOptions}
      nothingFoundMessage="Nothing found"
      searchable
    />
  );
}

function CurrencySelect({ label, value, onChange }: FieldOfKindProps) {
  return (
    <Select
      label={label}
      placeholder="Type to search"
      data={[...listCurrencies()]}
      value={value === '' ? null : value}
      onChange={(code) => onChange(code ?? '')}
      filter={filterOptions}
      nothingFoundMessage="Nothing found"
      searchable
    />
  );
}

/** Input for the value that empty cells of a field get. */
export function DefaultField({ field: { name, values }, value, onChange }: DefaultFieldProps) {
  const label = getFieldLabel(name);
  const props = { label, value, onChange };
  if (values) {
    const choices = [{ value: '', label: 'Choose a value' }, ...toChoices(values)];
    const change = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => onChange(currentTarget.value);
    return <NativeSelect label={label} value={value} data={choices} onChange={change} />;
  }
  if (name === 'assigned_agent') {
    const chosen = value === '' ? null : value;
    return (
      <AgentSelect
        label={label}
        placeholder="Type to search"
        statuses={['active', 'invited']}
        value={chosen}
        onChange={(id) => onChange(id ?? '')}
      />
    );
  }
  if (name === 'property_id') return <PropertySelect {...props} />;
  if (name.endsWith('currency')) return <CurrencySelect {...props} />;
  return <TextInput label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
}
