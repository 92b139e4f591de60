import type { ReactNode } from 'react';
import type { Capability } from '../../api/roles.js';
import { useCan } from '../../api/workspace.js';
import { PageHeader } from '../../components/page-header.js';
import { PageTabs } from '../../components/page-tabs.js';
import { ForbiddenState } from '../../components/states.js';

const tabs = [
  { label: 'API keys', to: '/$workspaceId/$mode/developers' },
  { label: 'Webhooks', to: '/$workspaceId/$mode/developers/webhooks' },
  { label: 'Event log', to: '/$workspaceId/$mode/developers/events' },
  { label: 'Event catalogue', to: '/$workspaceId/$mode/developers/catalogue' },
  { label: 'OAuth apps', to: '/$workspaceId/$mode/developers/apps' },
  { label: 'Consents', to: '/$workspaceId/$mode/developers/consents' },
  { label: 'Usage', to: '/$workspaceId/$mode/developers/usage' },
  { label: 'Sandbox', to: '/$workspaceId/$mode/developers/sandbox' },
] as const;
const auditTab = { label: 'Audit log', to: '/$workspaceId/$mode/developers/audit' } as const;

interface DeveloperPageProps {
  /** What the page is for: those who may do this; owners and administrators when absent. */
  readonly needs?: Capability;
  readonly title: string;
  readonly description: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** What the pages for developers share: heading, tabs (the audit log is for owners), and that they are for owners and administrators. */
export function DeveloperPage({ needs = 'administer', title, description, actions, children }: DeveloperPageProps) {
  const isOwner = useCan('own');
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
      <PageTabs label="Developers" tabs={isOwner ? [...tabs, auditTab] : tabs} />
      {children}
    </>
  );
}
