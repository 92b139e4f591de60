import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAgents } from './agents.js';

interface AgentChoiceProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly error?: string | undefined;
  /** Who is not offered. */
  readonly exceptId?: string;
  /** Who is chosen already, and may not be among those found. */
  readonly current?: { readonly id: string; readonly name: string } | undefined;
}

/** The list stays within the dialog or the card that it belongs to. */
const comboboxProps = { withinPortal: false };

/** Chooses an active agent; the server searches, as there may be hundreds. */
export function AgentChoice({ label, value, onChange, error, exceptId, current }: AgentChoiceProps) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 250);
  const [chosen, setChosen] = useState(current);
  const isSearching = search !== '' && search !== chosen?.name;
  const found = useAgents({ status: ['active'], sort: 'name', order: 'asc', ...(isSearching ? { search } : {}) });
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? [];
  const offered = rows.map(({ id, name }) => ({ id, name: name ?? id })).filter(({ id }) => id !== exceptId);
  const all = chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen, ...offered] : offered;
  return (
    <Select
      label={label}
      placeholder="Search by name or email"
      searchable
      comboboxProps={comboboxProps}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      nothingFoundMessage={found.isPending ? 'Searching' : 'Nobody is found'}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      value={value}
      onSearchChange={setText}
      onChange={(id) => {
        setChosen(all.find((one) => one.id === id));
        onChange(id);
      }}
      error={error}
    />
  );
}
