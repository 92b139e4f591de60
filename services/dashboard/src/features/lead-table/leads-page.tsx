import { useMemo } from 'react';
import { useCan } from '../../api/workspace.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { useIsPhone } from '../../ui/page/use-is-phone.js';
import { ExportButton } from '../exports/export-button.js';
import { useLeadList } from '../leads/lead-list.js';
import { NewLeadButton } from '../leads/new-lead-button.js';
import { BoardFilterBar } from '../pipeline/board-filter-bar.js';
import { LayoutTabs } from '../pipeline/layout-tabs.js';
import { NoLeads } from '../pipeline/no-leads.js';
import { SavedViewsMenu } from '../pipeline/saved-views-menu.js';
import { readViewQuery, toViewQuery, type View } from '../pipeline/view-query.js';
import { writeColumns } from './column-choice.js';
import { LeadTable } from './lead-table.js';
import { toExportQuery, toTableQuery } from './table-query.js';
import { useColumns } from './use-columns.js';

/** All leads as a table, or as cards on a phone. */
export function LeadsPage() {
  const { filters } = useFilters();
  const canCreate = useCan('write');
  const isPhone = useIsPhone();
  const { columns, setColumns } = useColumns();
  const view: View = { layout: 'table', filters: { ...filters, columns: writeColumns(columns) } };
  const shown = toViewQuery({ layout: 'table', filters: { ...filters, columns: undefined } });
  // Keeps the same object while the filters don't change, because the rows depend on it.
  const query = useMemo(() => toTableQuery(readViewQuery(shown).filters), [shown]);
  useLeadList('table');
  const exported = toExportQuery(query);
  const isFiltered = Object.keys(exported).length > 0;
  const actions = (
    <>
      <SavedViewsMenu view={view} />
      <ExportButton resource="leads" filters={exported} />
      <NewLeadButton />
    </>
  );
  return (
    <>
      <PageHeader title="Leads" actions={actions} />
      <LayoutTabs />
      <BoardFilterBar hasStage />
      <LeadTable
        // The key recreates the list, because rows and cards have different heights.
        key={isPhone ? 'cards' : 'table'}
        query={query}
        columns={columns}
        onColumns={setColumns}
        // Sorting by follow-up excludes leads without a follow-up.
        empty={canCreate && !isFiltered && query.sort !== 'next_follow_up' ? <NoLeads /> : undefined}
      />
    </>
  );
}
