import type { ReactNode } from 'react';
import type { Capability } from '../../api/roles.js';
import { useCan } from '../../api/workspace.js';
import { PageTabs } from '../../components/page-tabs.js';
import { RestrictedPage } from '../../components/restricted-page.js';

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
  /** Capability that a role needs to open the page, by default that of owners and admins. */
  readonly needs?: Capability;
  readonly title: string;
  readonly description: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a developer page. Owners also get the tab of the audit log. */
export function DeveloperPage({ needs = 'administer', ...page }: DeveloperPageProps) {
  const isOwner = useCan('own');
  const shown = isOwner ? [...tabs, auditTab] : tabs;
  return <RestrictedPage needs={needs} tabs={<PageTabs label="Developers" tabs={shown} />} {...page} />;
}
