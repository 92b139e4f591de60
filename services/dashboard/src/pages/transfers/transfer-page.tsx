import type { ReactNode } from 'react';
import type { Capability } from '../../api/roles.js';
import { useCan } from '../../api/workspace.js';
import { PageHeader } from '../../components/page-header.js';
import { PageTabs } from '../../components/page-tabs.js';
import { ForbiddenState } from '../../components/states.js';

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
export function TransferPage({ needs = 'transfer', title, description, actions, children }: TransferPageProps) {
  const mayFeed = useCan('administer');
  if (!useCan(needs)) {
    return (
      <>
        <PageHeader title={title} />
        <ForbiddenState />
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      <PageTabs label="Import and export" tabs={mayFeed ? [...forAll, feed] : forAll} />
      {children}
    </>
  );
}
