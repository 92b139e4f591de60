import { useInfiniteQuery } from '@tanstack/react-query';
import { invoiceStatuses } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { toCreationRange } from '../../ui/filters/period.js';
import { StatusFilterBar } from '../../ui/filters/status-filter-bar.js';
import { type Filters, useFilters } from '../../ui/filters/use-filters.js';
import { ExportButton } from '../exports/export-button.js';
import { GroupPage } from '../navigation/group-page.js';
import { invoicesQuery, toInvoiceFilter } from './invoice-queries.js';
import { InvoicesTable } from './invoices-table.js';

/** Converts the page's filters to the filters of an export. */
function toExportFilters(filters: Filters): Record<string, string> {
  const entries = Object.entries({ ...toCreationRange(filters), ...toInvoiceFilter(filters) });
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

export function InvoicesPage() {
  const { filters } = useFilters();
  const invoices = useInfiniteQuery(invoicesQuery(useTenant(), filters));
  return (
    <GroupPage
      group="deals"
      title="Invoices"
      actions={<ExportButton resource="invoices" filters={toExportFilters(filters)} />}
    >
      <StatusFilterBar statuses={[...invoiceStatuses, 'overdue']} />
      <InvoicesTable query={invoices} />
    </GroupPage>
  );
}
