import { useInfiniteQuery } from '@tanstack/react-query';
import { invoiceStatuses } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { findStatus } from '../../ui/filters/filter-values.js';
import { toCreationRange } from '../../ui/filters/period.js';
import { StatusFilterBar } from '../../ui/filters/status-filter-bar.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { ExportButton } from '../exports/export-button.js';
import { GroupPage } from '../navigation/group-page.js';
import { invoicesQuery } from './invoice-queries.js';
import { InvoicesTable } from './invoices-table.js';

export function InvoicesPage() {
  const { filters } = useFilters();
  const invoices = useInfiniteQuery(invoicesQuery(useTenant(), filters));
  const status = findStatus(invoiceStatuses, filters);
  const exported = { ...toCreationRange(filters), ...(status === undefined ? {} : { status }) };
  return (
    <GroupPage group="deals" title="Invoices" actions={<ExportButton resource="invoices" filters={exported} />}>
      <StatusFilterBar statuses={invoiceStatuses} />
      <InvoicesTable query={invoices} />
    </GroupPage>
  );
}
