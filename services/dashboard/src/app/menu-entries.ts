import type { Icon } from '@tabler/icons-react';
import IconActivity from '@tabler/icons-react/icons/IconActivity';
import IconApps from '@tabler/icons-react/icons/IconApps';
import IconBuildingSkyscraper from '@tabler/icons-react/icons/IconBuildingSkyscraper';
import IconCalendarCheck from '@tabler/icons-react/icons/IconCalendarCheck';
import IconChartBar from '@tabler/icons-react/icons/IconChartBar';
import IconFileImport from '@tabler/icons-react/icons/IconFileImport';
import IconKey from '@tabler/icons-react/icons/IconKey';
import IconLayoutKanban from '@tabler/icons-react/icons/IconLayoutKanban';
import IconPlugConnected from '@tabler/icons-react/icons/IconPlugConnected';
import IconReceipt from '@tabler/icons-react/icons/IconReceipt';
import IconSettings from '@tabler/icons-react/icons/IconSettings';
import IconTable from '@tabler/icons-react/icons/IconTable';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import IconWebhook from '@tabler/icons-react/icons/IconWebhook';
import { type Capability, can, type Role } from '../api/roles.js';

const groups = [
  {
    label: 'Sell',
    entries: [
      {
        label: 'Today',
        to: '/$workspaceId/$mode/today',
        icon: IconCalendarCheck,
        needs: 'write',
        isFrequent: true,
        others: ['tasks'],
      },
      { label: 'Leads', to: '/$workspaceId/$mode/leads', icon: IconTable },
      { label: 'Board', to: '/$workspaceId/$mode/pipeline', icon: IconLayoutKanban, isFrequent: true },
      { label: 'Properties', to: '/$workspaceId/$mode/properties', icon: IconBuildingSkyscraper, isFrequent: true },
      { label: 'Deals', to: '/$workspaceId/$mode/deals', icon: IconReceipt, isFrequent: true },
    ],
  },
  {
    label: 'Manage',
    entries: [
      { label: 'People', to: '/$workspaceId/$mode/people', icon: IconUsers },
      { label: 'Analytics', to: '/$workspaceId/$mode/analytics', icon: IconChartBar },
      { label: 'Imports', to: '/$workspaceId/$mode/transfers', icon: IconFileImport, needs: 'transfer' },
      {
        label: 'Settings',
        to: '/$workspaceId/$mode/settings',
        icon: IconSettings,
        needs: 'administer',
        others: ['developers/audit'],
      },
    ],
  },
  {
    label: 'Build',
    entries: [
      { label: 'API keys', to: '/$workspaceId/$mode/developers', icon: IconKey, needs: 'administer' },
      { label: 'Webhooks', to: '/$workspaceId/$mode/developers/webhooks', icon: IconWebhook, needs: 'administer' },
      {
        label: 'Apps',
        to: '/$workspaceId/$mode/developers/apps',
        icon: IconApps,
        needs: 'administer',
        others: ['developers/consents'],
      },
      {
        label: 'Events',
        to: '/$workspaceId/$mode/developers/events',
        icon: IconActivity,
        needs: 'administer',
        others: ['developers/catalogue'],
      },
      { label: 'Integrations', to: '/$workspaceId/$mode/integrations', icon: IconPlugConnected, needs: 'administer' },
    ],
  },
] as const;

type Path = (typeof groups)[number]['entries'][number]['to'] | '/$workspaceId/$mode/profile';

export interface Entry {
  readonly label: string;
  readonly to: Path;
  readonly icon: Icon;
  /** Capability that a role needs to get the entry. */
  readonly needs?: Capability;
  /** Shown in the bar at the bottom of a phone. */
  readonly isFrequent?: boolean;
  /** Further paths that belong to the entry but don't start with its own path. */
  readonly others?: readonly string[];
}

export interface EntryGroup {
  readonly label: string;
  readonly entries: readonly Entry[];
}

const allGroups: readonly EntryGroup[] = groups;
const prefix = '/$workspaceId/$mode/';
const profile: Path = '/$workspaceId/$mode/profile';

/** Returns the menu's groups for a role. Omits groups without entries. */
export function listGroups(role: Role): readonly EntryGroup[] {
  return allGroups
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ needs }) => needs === undefined || can(role, needs)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/**
 * Returns the entry of a path such as `/ws_1/live/developers/usage`. If several entries match, the longest address
 * wins.
 */
export function findEntry(pathname: string): Entry | undefined {
  const page = `${pathname.split('/').slice(3).join('/')}/`;
  const matches = allGroups
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => [entry.to.slice(prefix.length), ...(entry.others ?? [])].map((address) => ({ entry, address })))
    .filter(({ address }) => page.startsWith(`${address}/`))
    .sort((first, second) => second.address.length - first.address.length);
  return matches[0]?.entry;
}

/**
 * Returns the page of a path without the record's id, because the record doesn't exist in another workspace or mode.
 */
export function findPage(pathname: string): Path {
  const isProfile = pathname.split('/')[3] === 'profile';
  return isProfile ? profile : (findEntry(pathname)?.to ?? '/$workspaceId/$mode/pipeline');
}
