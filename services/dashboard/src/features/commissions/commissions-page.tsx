import { useInfiniteQuery } from '@tanstack/react-query';
import { commissionStatuses } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { findStatus } from '../../ui/filters/filter-values.js';
import { toCreationRange } from '../../ui/filters/period.js';
import { StatusFilterBar } from '../../ui/filters/status-filter-bar.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { ExportButton } from '../exports/export-button.js';
import { GroupPage } from '../navigation/group-page.js';
import { AgentFilter } from '../people/agent-filter.js';
import { toAgentFilter } from '../people/to-agent-filter.js';
import { commissionsQuery } from './commission-queries.js';
import { CommissionsTable } from './commissions-table.js';

export function CommissionsPage() {
  const { filters } = useFilters();
  const commissions = useInfiniteQuery(commissionsQuery(useTenant(), filters));
  const status = findStatus(commissionStatuses, filters);
  const exported = {
    ...toCreationRange(filters),
    ...toAgentFilter(filters),
    ...(status === undefined ? {} : { status }),
  };
  return (
    <GroupPage group="deals" title="Commissions" actions={<ExportButton resource="commissions" filters={exported} />}>
      <StatusFilterBar statuses={commissionStatuses} others={['agent']}>
        <AgentFilter />
      </StatusFilterBar>
      <CommissionsTable query={commissions} />
    </GroupPage>
  );
}
