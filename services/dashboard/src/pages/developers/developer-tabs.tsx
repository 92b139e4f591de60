import { useCan } from '../../api/workspace.js';
import { PageTabs } from '../../components/page-tabs.js';

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

/** The pages for developers; the audit log is for owners. */
export function DeveloperTabs() {
  return <PageTabs label="Developers" tabs={useCan('own') ? [...tabs, auditTab] : tabs} />;
}
