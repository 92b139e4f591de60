import { useLocalStorage } from '@mantine/hooks';
import { useMembership } from '../../api/workspace.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { type ColumnId, defaultColumns, readColumns, writeColumns } from './column-choice.js';

/**
 * Returns the columns of the table. Uses the columns in the page's address, as in a saved view or a shared link.
 * Otherwise, uses the person's own choice, which this browser remembers for each workspace.
 */
export function useColumns() {
  const { workspace, agent_id: agentId } = useMembership();
  const { filters, setFilters } = useFilters();
  const [kept, setKept] = useLocalStorage({
    key: `plotline.lead-columns ${workspace.id} ${agentId}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const columns = readColumns(filters['columns']) ?? readColumns(kept) ?? defaultColumns;
  const setColumns = (chosen: readonly ColumnId[]) => {
    setKept(writeColumns(chosen));
    if (filters['columns'] !== undefined) setFilters({ columns: undefined });
  };
  return { columns, setColumns };
}
