import { NativeSelect } from '@mantine/core';
import { AgentSelect } from '../../components/agent-select.js';
import { DayFields } from '../../components/day-fields.js';
import { FilterBar, useFilters } from '../../components/filter-bar.js';
import { toLabel } from '../../components/status-badge.js';

interface SaleFilterBarProps {
  readonly states: readonly string[];
  readonly hasAgents?: boolean;
}

const noFilters = { status: undefined, agent: undefined, from: undefined, to: undefined };

/** Filters by status, agent and days. The page's address stores them. */
export function SaleFilterBar({ states, hasAgents = false }: SaleFilterBarProps) {
  const { filters, setFilters } = useFilters();
  const isFiltered = Object.keys(noFilters).some((name) => filters[name] !== undefined);
  return (
    <FilterBar isFiltered={isFiltered} onClear={() => setFilters(noFilters)}>
      <NativeSelect
        label="Status"
        value={filters['status'] ?? ''}
        data={[{ value: '', label: 'All' }, ...states.map((value) => ({ value, label: toLabel(value) }))]}
        onChange={({ currentTarget }) => setFilters({ status: currentTarget.value })}
      />
      {hasAgents ? (
        <AgentSelect
          label="Agent"
          placeholder="All agents"
          value={filters['agent'] ?? null}
          onChange={(agent) => setFilters({ agent: agent ?? undefined })}
        />
      ) : null}
      <DayFields />
    </FilterBar>
  );
}
