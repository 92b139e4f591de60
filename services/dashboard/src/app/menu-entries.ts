import { type Capability, can, type Role } from '../api/roles.js';

const entries = [
  { label: 'Pipeline', to: '/$workspaceId/$mode/pipeline' },
  { label: 'Tasks', to: '/$workspaceId/$mode/tasks', needs: 'write' },
  { label: 'Properties', to: '/$workspaceId/$mode/properties' },
  { label: 'People', to: '/$workspaceId/$mode/people' },
  { label: 'Analytics', to: '/$workspaceId/$mode/analytics' },
  { label: 'Deals', to: '/$workspaceId/$mode/deals' },
  { label: 'Import and export', to: '/$workspaceId/$mode/transfers', needs: 'transfer' },
  { label: 'Developers', to: '/$workspaceId/$mode/developers', needs: 'administer' },
  { label: 'Integrations', to: '/$workspaceId/$mode/integrations', needs: 'administer' },
  { label: 'Settings', to: '/$workspaceId/$mode/settings', needs: 'administer' },
  { label: 'Profile', to: '/$workspaceId/$mode/profile' },
] as const;

export interface Entry {
  readonly label: string;
  readonly to: (typeof entries)[number]['to'];
  /** Roles without this capability don't get the entry. */
  readonly needs?: Capability;
}

/** Returns the menu's entries for a role. */
export function listEntries(role: Role): readonly Entry[] {
  const all: readonly Entry[] = entries;
  return all.filter(({ needs }) => needs === undefined || can(role, needs));
}

/** Returns the page of a path without its record, which doesn't exist in another workspace or mode. */
export function findPage(pathname: string): Entry['to'] {
  const [, , , name] = pathname.split('/');
  return entries.find(({ to }) => to.endsWith(`/${name}`))?.to ?? '/$workspaceId/$mode/pipeline';
}
