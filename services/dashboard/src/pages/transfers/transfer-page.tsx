import type { ReactNode } from 'react';
import type { Capability } from '../../api/roles.js';
import { useCan } from '../../api/workspace.js';
import { PageTabs } from '../../components/page-tabs.js';
import { RestrictedPage } from '../../components/restricted-page.js';

const forAll = [
  { label: 'Imports', to: '/$workspaceId/$mode/transfers' },
  { label: 'Exports', to: '/$workspaceId/$mode/transfers/exports' },
] as const;
const feed = { label: 'Feed for portals', to: '/$workspaceId/$mode/transfers/feed' } as const;

interface TransferPageProps {
  /** What the page is for: those who may import and export when absent. */
  readonly needs?: Capability;
  readonly title: string;
  readonly description?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** What imports, exports and the feed share: heading, tabs (the feed is for whoever may have it), and whom they are for. */
export function TransferPage({ needs = 'transfer', ...page }: TransferPageProps) {
  const mayFeed = useCan('administer');
  const shown = mayFeed ? [...forAll, feed] : forAll;
  return <RestrictedPage needs={needs} tabs={<PageTabs label="Import and export" tabs={shown} />} {...page} />;
}
