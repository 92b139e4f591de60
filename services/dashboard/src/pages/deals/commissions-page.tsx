import { useInfiniteQuery } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { useFilters } from '../../components/filter-bar.js';
import { PageHeader } from '../../components/page-header.js';
import { toCreationRange } from '../../components/period.js';
import { CommissionsTable } from './commissions-table.js';
import { DealTabs } from './deal-tabs.js';
import { ExportButton } from './export-button.js';
import { SaleFilterBar } from './sale-filter-bar.js';
import { commissionStates, findState, toAgent } from './sale-filters.js';
import { commissionsQuery } from './sale-queries.js';

export function CommissionsPage() {
  const { filters } = useFilters();
  const commissions = useInfiniteQuery(commissionsQuery(useTenant(), filters));
  const status = findState(commissionStates, filters);
  const exported = { ...toCreationRange(filters), ...toAgent(filters), ...(status === undefined ? {} : { status }) };
  return (
    <>
      <PageHeader title="Commissions" actions={<ExportButton resource="commissions" filters={exported} />} />
      <DealTabs />
      <SaleFilterBar states={commissionStates} hasAgents />
      <CommissionsTable query={commissions} />
    </>
  );
}
