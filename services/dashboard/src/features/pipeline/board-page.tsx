import { useMemo } from 'react';
import { useCan } from '../../api/workspace.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { useLeadList } from '../leads/lead-list.js';
import { NewLeadButton } from '../leads/new-lead-button.js';
import { Board } from './board.js';
import { BoardFilterBar } from './board-filter-bar.js';
import { toBoardQuery } from './board-filters.js';
import { LayoutTabs } from './layout-tabs.js';
import { NoLeads } from './no-leads.js';
import { SavedViewsMenu } from './saved-views-menu.js';
import { readViewQuery, toViewQuery, type View } from './view-query.js';

export function BoardPage() {
  const { filters } = useFilters();
  const canCreate = useCan('write');
  const view: View = { layout: 'board', filters };
  const viewQuery = toViewQuery(view);
  // Keeps the same object while the filters don't change, because queries and memoized cards depend on it.
  const query = useMemo(() => toBoardQuery(readViewQuery(viewQuery).filters), [viewQuery]);
  useLeadList('board');
  const actions = (
    <>
      <SavedViewsMenu view={view} />
      <NewLeadButton />
    </>
  );
  return (
    <>
      <PageHeader title="Board" actions={actions} />
      <LayoutTabs />
      <BoardFilterBar />
      <Board query={query} empty={canCreate && viewQuery === '' ? <NoLeads /> : undefined} />
    </>
  );
}
