import type { ReactNode } from 'react';
import type { Capability } from '../../api/roles.js';
import { useCan } from '../../api/workspace.js';
import { PageTabs } from '../../components/page-tabs.js';
import { RestrictedPage } from '../../components/restricted-page.js';

const commonTabs = [
  { label: 'Imports', to: '/$workspaceId/$mode/transfers' },
  { label: 'Exports', to: '/$workspaceId/$mode/transfers/exports' },
] as const;
const feedTab = { label: 'Portal feed', to: '/$workspaceId/$mode/transfers/feed' } as const;

interface TransferPageProps {
  /** Capability that a role needs to open the page, by default that of imports and exports. */
  readonly needs?: Capability;
  readonly title: string;
  readonly description?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the pages for imports, exports and the feed. Owners and admins also get the tab of the feed. */
export function TransferPage({ needs = 'transfer', ...page }: TransferPageProps) {
  const mayManageFeed = useCan('administer');
  const shown = mayManageFeed ? [...commonTabs, feedTab] : commonTabs;
  return <RestrictedPage needs={needs} tabs={<PageTabs label="Import and export" tabs={shown} />} {...page} />;
}
