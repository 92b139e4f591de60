import { useInfiniteQuery } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { useFilters } from '../../components/filter-bar.js';
import { PageHeader } from '../../components/page-header.js';
import { toCreationRange } from '../../components/period.js';
import { DealTabs } from './deal-tabs.js';
import { ExportButton } from './export-button.js';
import { InvoicesTable } from './invoices-table.js';
import { SaleFilterBar } from './sale-filter-bar.js';
import { findState, invoiceStates } from './sale-filters.js';
import { invoicesQuery } from './sale-queries.js';

export function InvoicesPage() {
  const { filters } = useFilters();
  const invoices = useInfiniteQuery(invoicesQuery(useTenant(), filters));
  const status = findState(invoiceStates, filters);
  const exported = { ...toCreationRange(filters), ...(status === undefined ? {} : { status }) };
  return (
    <>
      <PageHeader title="Invoices" actions={<ExportButton resource="invoices" filters={exported} />} />
      <DealTabs />
      <SaleFilterBar states={invoiceStates} />
      <InvoicesTable query={invoices} />
    </>
  );
}
