import type { Capability } from '../../api/roles.js';
import type { PageTab } from '../../ui/page/page-tabs.js';

interface GroupTab extends PageTab {
  /** Capability that a role needs to get the tab. */
  readonly needs?: Capability;
}

interface PageGroup {
  /** Accessible name of the tabs. */
  readonly label: string;
  /** Capability that a role needs to open the pages, unless a page has its own. */
  readonly needs?: Capability;
  readonly tabs: readonly GroupTab[];
  /** Search parameters to keep when switching tabs. */
  readonly keptParams?: readonly string[];
}

/** The groups of pages, with a tab for each page. */
export const pageGroups = {
  today: {
    label: 'Today',
    keptParams: ['whose'],
    tabs: [
      { label: 'Today', to: '/$workspaceId/$mode/today' },
      { label: 'Tasks', to: '/$workspaceId/$mode/tasks' },
    ],
  },
  people: {
    label: 'People',
    tabs: [
      { label: 'Agents', to: '/$workspaceId/$mode/people' },
      { label: 'Teams', to: '/$workspaceId/$mode/people/teams' },
      { label: 'League table', to: '/$workspaceId/$mode/people/league' },
    ],
  },
  analytics: {
    label: 'Reports',
    keptParams: ['period', 'from', 'to', 'show'],
    tabs: [
      { label: 'Overview', to: '/$workspaceId/$mode/analytics' },
      { label: 'Trends', to: '/$workspaceId/$mode/analytics/trends' },
      { label: 'Funnel', to: '/$workspaceId/$mode/analytics/funnel' },
      { label: 'Sources', to: '/$workspaceId/$mode/analytics/sources' },
      { label: 'Agents', to: '/$workspaceId/$mode/analytics/agents' },
      { label: 'Cash', to: '/$workspaceId/$mode/analytics/cash' },
    ],
  },
  deals: {
    label: 'Deals',
    tabs: [
      { label: 'Deals', to: '/$workspaceId/$mode/deals' },
      { label: 'Invoices', to: '/$workspaceId/$mode/deals/invoices' },
      { label: 'Commissions', to: '/$workspaceId/$mode/deals/commissions' },
      { label: 'Payment plans', to: '/$workspaceId/$mode/deals/plans' },
      { label: 'Document templates', to: '/$workspaceId/$mode/deals/templates' },
      { label: 'Bank statements', to: '/$workspaceId/$mode/deals/statements', needs: 'administer' },
    ],
  },
  transfers: {
    label: 'Import and export',
    needs: 'transfer',
    tabs: [
      { label: 'Imports', to: '/$workspaceId/$mode/transfers' },
      { label: 'Exports', to: '/$workspaceId/$mode/transfers/exports' },
      { label: 'Portal feed', to: '/$workspaceId/$mode/transfers/feed', needs: 'administer' },
    ],
  },
  settings: {
    label: 'Settings',
    needs: 'administer',
    tabs: [
      { label: 'Workspace', to: '/$workspaceId/$mode/settings' },
      { label: 'Audit log', to: '/$workspaceId/$mode/developers/audit', needs: 'own' },
    ],
  },
  developers: {
    label: 'API keys and usage',
    needs: 'administer',
    tabs: [
      { label: 'API keys', to: '/$workspaceId/$mode/developers' },
      { label: 'Usage', to: '/$workspaceId/$mode/developers/usage' },
      { label: 'Sandbox', to: '/$workspaceId/$mode/developers/sandbox' },
    ],
  },
  webhooks: {
    label: 'Webhooks',
    needs: 'administer',
    tabs: [{ label: 'Webhooks', to: '/$workspaceId/$mode/developers/webhooks' }],
  },
  apps: {
    label: 'Apps',
    needs: 'administer',
    tabs: [
      { label: 'OAuth apps', to: '/$workspaceId/$mode/developers/apps' },
      { label: 'Consents', to: '/$workspaceId/$mode/developers/consents' },
    ],
  },
  events: {
    label: 'Events',
    needs: 'administer',
    tabs: [
      { label: 'Event log', to: '/$workspaceId/$mode/developers/events' },
      { label: 'Event catalogue', to: '/$workspaceId/$mode/developers/catalogue' },
    ],
  },
} as const satisfies Record<string, PageGroup>;

export type PageGroupName = keyof typeof pageGroups;

export function getPageGroup(name: PageGroupName): PageGroup {
  return pageGroups[name];
}

const toAddress = ({ to }: PageTab) => to.split('/').slice(3).join('/');

/** Returns the tab that contains the page of a record. Returns undefined for the page of a tab itself. */
export function findParent(pathname: string, tabs: readonly GroupTab[]): PageTab | undefined {
  const page = pathname.split('/').slice(3).join('/');
  if (tabs.some((tab) => toAddress(tab) === page)) return undefined;
  return tabs.find((tab) => page.startsWith(`${toAddress(tab)}/`));
}
