import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readBody } from '../../api/client.js';
import { describeError } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { toLabel } from '../../ui/format/label.js';

interface LeadSelectProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly error?: ReactNode;
  /** Lead that the select doesn't offer. */
  readonly exceptId?: string;
}

const maxShown = 20;
const pauseMs = 250;

/** Selects an open lead. Searches names, emails and phones of all leads. */
export function LeadSelect({ label, value, onChange, error, exceptId }: LeadSelectProps) {
  const { api, key } = useTenant();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string }>();
  const [search] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), pauseMs);
  const leads = useQuery({
    queryKey: [...key, 'leads', 'choice', search],
    queryFn: async ({ signal }) => {
      const stage = ['new', 'contacted', 'qualified', 'viewing', 'negotiation'] as const;
      const shown = { fields: ['name' as const, 'stage' as const], sort: 'updated_at' as const, per_page: maxShown };
      const query = { stage: [...stage], ...shown, ...(search === '' ? {} : { search }) };
      return (await readBody(api.GET('/v1/leads', { params: { query }, signal }))).data;
    },
    placeholderData: keepPreviousData,
  });
  const found = (leads.data ?? [])
    .filter(({ id }) => id !== exceptId)
    .map(({ id, name, stage }) => ({ value: id, label: `${name} · ${toLabel(stage)}` }));
  const isKnown = chosen === undefined || found.some((one) => one.value === chosen.value);
  return (
    <Select
      label={label}
      placeholder="Type to search"
      data={isKnown ? found : [chosen, ...found]}
      value={value}
      onChange={(id) => {
        setChosen(found.find((one) => one.value === id));
        onChange(id);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      // The field needs no filter, because the API has already searched.
      filter={({ options }) => options}
      error={error ?? (leads.error ? describeError(leads.error) : undefined)}
      nothingFoundMessage={leads.isFetching ? 'Loading' : 'No open lead found'}
      withAsterisk
      searchable
    />
  );
}
