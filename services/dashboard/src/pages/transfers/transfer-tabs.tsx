import { useCan } from '../../api/workspace.js';
import { PageTabs } from '../../components/page-tabs.js';

const forAll = [
  { label: 'Imports', to: '/$workspaceId/$mode/transfers' },
  { label: 'Exports', to: '/$workspaceId/$mode/transfers/exports' },
] as const;
const feed = { label: 'Feed for portals', to: '/$workspaceId/$mode/transfers/feed' } as const;

/** Imports, exports and, for whoever may have it, the feed. */
export function TransferTabs() {
  return <PageTabs label="Import and export" tabs={useCan('administer') ? [...forAll, feed] : forAll} />;
}
