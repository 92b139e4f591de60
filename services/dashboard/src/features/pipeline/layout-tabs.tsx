import { PageTabs } from '../../ui/page/page-tabs.js';
import { boardFilterNames } from './board-filters.js';

const layouts = [
  { label: 'Board', to: '/$workspaceId/$mode/pipeline' },
  { label: 'Table', to: '/$workspaceId/$mode/leads' },
  { label: 'Duplicates', to: '/$workspaceId/$mode/leads/duplicates' },
] as const;

/** Switches between the lead layouts, which share their filters, and the list of duplicates. */
export function LayoutTabs() {
  return <PageTabs label="Layout" tabs={layouts} keptParams={boardFilterNames} />;
}
