import { agentStatuses, roles } from '../../api/enums.js';
import { DebouncedText } from '../../ui/filters/debounced-field.js';
import { FilterBar } from '../../ui/filters/filter-bar.js';
import { FilterSelect } from '../../ui/filters/filter-select.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { toChoices } from '../../ui/format/label.js';
import { useTeams } from './team-queries.js';

/** Filters the list of people. The page's address stores the filters. */
export function AgentFilters() {
  const { filters, setFilters } = useFilters();
  const teams = useTeams().data ?? [];
  const search = (
    <DebouncedText
      label="Search"
      placeholder="Name or email"
      maxLength={200}
      value={filters['search'] ?? ''}
      onPause={(text) => setFilters({ search: text })}
    />
  );
  return (
    <FilterBar names={['search', 'status', 'role', 'team_id']} search={search}>
      <FilterSelect name="status" label="Status" choices={toChoices(agentStatuses)} />
      <FilterSelect name="role" label="Role" choices={toChoices(roles)} />
      <FilterSelect name="team_id" label="Team" choices={teams.map(({ id, name }) => ({ value: id, label: name }))} />
    </FilterBar>
  );
}
