import { NativeSelect, TextInput } from '@mantine/core';
import { FilterBar, type Filters, useFilters } from '../../components/filter-bar.js';
import { toLabel } from '../../components/status-badge.js';
import { useAgents } from './use-names.js';

interface SaleFilterBarProps {
  readonly states: readonly string[];
  readonly hasAgents?: boolean;
}

function AgentFilter({ filters, onChange }: { readonly filters: Filters; readonly onChange: (id: string) => void }) {
  const agents = useAgents().map(({ id, name }) => ({ value: id, label: name }));
  return (
    <NativeSelect
      label="Agent"
      value={filters['agent'] ?? ''}
      data={[{ value: '', label: 'Everybody' }, ...agents]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const nothing = { status: undefined, agent: undefined, from: undefined, to: undefined };

/** Status, agent and days; they are in the address. */
export function SaleFilterBar({ states, hasAgents = false }: SaleFilterBarProps) {
  const { filters, setFilters } = useFilters();
  const isFiltered = Object.keys(nothing).some((name) => filters[name] !== undefined);
  return (
    <FilterBar isFiltered={isFiltered} onClear={() => setFilters(nothing)}>
      <NativeSelect
        label="Status"
        value={filters['status'] ?? ''}
        data={[{ value: '', label: 'All' }, ...states.map((value) => ({ value, label: toLabel(value) }))]}
        onChange={({ currentTarget }) => setFilters({ status: currentTarget.value })}
      />
      {hasAgents ? <AgentFilter filters={filters} onChange={(agent) => setFilters({ agent })} /> : null}
      <TextInput
        type="date"
        label="From"
        value={filters['from'] ?? ''}
        onChange={({ currentTarget }) => setFilters({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={filters['to'] ?? ''}
        onChange={({ currentTarget }) => setFilters({ to: currentTarget.value })}
      />
    </FilterBar>
  );
}
