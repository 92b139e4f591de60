import { useFilters } from '../../ui/filters/use-filters.js';
import { AgentSelect, type AgentSelectProps } from './agent-select.js';

interface AgentFilterProps extends Pick<AgentSelectProps, 'others' | 'w'> {
  /** Name of the filter. */
  readonly name?: string;
  readonly placeholder?: string;
}

/** Filters a list by its agent. The page's address stores the agent. */
export function AgentFilter({ name = 'agent', placeholder = 'All agents', ...props }: AgentFilterProps) {
  const { filters, setFilters } = useFilters();
  return (
    <AgentSelect
      {...props}
      label="Agent"
      placeholder={placeholder}
      value={filters[name] ?? null}
      onChange={(agent) => setFilters({ [name]: agent ?? undefined })}
    />
  );
}
