import { NativeSelect } from '@mantine/core';
import { DebouncedText } from '../../components/debounced-field.js';
import { FilterBar, useFilters } from '../../components/filter-bar.js';
import { toLabel } from '../../components/status-badge.js';
import { roles, statuses, useTeams } from './agents.js';

const all = { value: '', label: 'All' };
const toChoices = (values: readonly string[]) => [all, ...values.map((value) => ({ value, label: toLabel(value) }))];

export function AgentFilters() {
  const { filters, setFilters } = useFilters();
  const teams = useTeams().data ?? [];
  const names = ['search', 'status', 'role', 'team_id'];
  return (
    <FilterBar
      isFiltered={names.some((name) => Boolean(filters[name]))}
      onClear={() => setFilters(Object.fromEntries(names.map((name) => [name, undefined])))}
    >
      <DebouncedText
        label="Search"
        placeholder="Name or email"
        maxLength={200}
        value={filters['search'] ?? ''}
        onPause={(search) => setFilters({ search })}
      />
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
