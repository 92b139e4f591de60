import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readBody } from '../../api/client.js';
import { describeError } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';

interface LeadSelectProps {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly error: ReactNode;
}

const waitMs = 250;
const shownLeads = 20;

/** Selects a lead. The API searches names, emails and phones, because a workspace may have thousands of leads. */
export function LeadSelect({ value, onChange, error }: LeadSelectProps) {
  const { api, key } = useTenant();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string }>();
  const [waited] = useDebouncedValue(search.trim(), waitMs);
  // The field contains the name of the chosen lead, which must not start a search.
  const term = waited === chosen?.label ? '' : waited;
  const leads = useQuery({
    queryKey: [...key, 'leads', 'choice', term],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const shown = { fields: ['name' as const, 'email' as const], per_page: shownLeads };
      const order = { sort: 'updated_at', order: 'desc' } as const;
      const query = { ...shown, ...order, ...(term === '' ? {} : { search: term }) };
      return readBody(api.GET('/v1/leads', { params: { query }, signal }));
    },
  });
  const found = (leads.data?.data ?? []).map(({ id, name, email }) => ({ value: id, label: name, email }));
  const emails = new Map(found.map(({ value: id, email }) => [id, email]));
  const known = chosen === undefined || emails.has(chosen.value) ? found : [chosen, ...found];
  return (
    <Select
      label="Lead"
      placeholder="Type a name, email or phone"
      required
      data={known.map((one) => ({ value: one.value, label: one.label }))}
      filter={({ options }) => options}
      value={value}
      onChange={(id, option) => {
        setChosen(id === null ? undefined : option);
        onChange(id);
      }}
      searchValue={search}
      onSearchChange={setSearch}
      renderOption={({ option }) => (
        <span>
          {option.label}
          <br />
          <small>{emails.get(option.value)}</small>
        </span>
      )}
      nothingFoundMessage={leads.isFetching ? 'Loading' : 'No lead found'}
      error={error ?? (leads.error ? describeError(leads.error) : undefined)}
      searchable
    />
  );
}
