import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { FilterBar, useFilters } from '../../components/filter-bar.js';
import { toLabel } from '../../components/status-badge.js';
import { roles, statuses, useTeams } from './agents.js';

const all = { value: '', label: 'All' };
const toChoices = (values: readonly string[]) => [all, ...values.map((value) => ({ value, label: toLabel(value) }))];

function SearchField() {
  const { filters, setFilters } = useFilters();
  const current = filters['search'] ?? '';
  const [text, setText] = useState(current);
  const [last, setLast] = useState(current);
  const search = useDebouncedCallback((next: string) => setFilters({ search: next.trim() }), 300);
  // The address changed by other means, such as the button that clears all filters.
  if (current !== last) {
    setLast(current);
    if (current !== text.trim()) setText(current);
  }
  const onChange = (next: string) => {
    setText(next);
    search(next);
  };
  return (
    <TextInput
      label="Search"
      placeholder="Name or email"
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

export function AgentFilters() {
  const { filters, setFilters } = useFilters();
  const teams = useTeams().data ?? [];
  const names = ['search', 'status', 'role', 'team_id'];
  return (
    <FilterBar
      isFiltered={names.some((name) => Boolean(filters[name]))}
      onClear={() => setFilters(Object.fromEntries(names.map((name) => [name, undefined])))}
    >
      <SearchField />
      <NativeSelect
        label="Status"
        data={toChoices(statuses)}
        value={filters['status'] ?? ''}
        onChange={({ currentTarget }) => setFilters({ status: currentTarget.value })}
      />
      <NativeSelect
        label="Role"
        data={toChoices(roles)}
        value={filters['role'] ?? ''}
        onChange={({ currentTarget }) => setFilters({ role: currentTarget.value })}
      />
      <NativeSelect
        label="Team"
        data={[all, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
        value={filters['team_id'] ?? ''}
        onChange={({ currentTarget }) => setFilters({ team_id: currentTarget.value })}
      />
    </FilterBar>
  );
}
