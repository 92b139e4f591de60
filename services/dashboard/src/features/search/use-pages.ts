import type { Icon } from '@tabler/icons-react';
import IconFile from '@tabler/icons-react/icons/IconFile';
import { useNavigate } from '@tanstack/react-router';
import { can } from '../../api/roles.js';
import { useRole, useTenant } from '../../api/workspace.js';
import type { PageTab } from '../../ui/page/page-tabs.js';
import { getPageGroup, type PageGroupName, pageGroups } from '../navigation/page-groups.js';
import type { Entry } from './entry.js';

/** Page of the menu that the person's role may open. */
export interface MenuPage {
  readonly label: string;
  readonly to: PageTab['to'];
  readonly icon: Icon;
}

const isGroupName = (name: string): name is PageGroupName => name in pageGroups;

/** Returns the pages of the menu and the tabs of their groups, as entries. */
export function usePages(pages: readonly MenuPage[]): readonly Entry[] {
  const role = useRole();
  const [workspaceId, mode] = useTenant().key;
  const navigate = useNavigate();
  const toEntry = ({ label, to, icon }: MenuPage, keywords?: string): Entry => ({
    id: `page ${to}`,
    label,
    icon,
    ...(keywords === undefined ? {} : { keywords }),
    run: () => void navigate({ to, params: { workspaceId, mode } }),
  });
  const tabs = Object.keys(pageGroups)
    .filter(isGroupName)
    .map(getPageGroup)
    .flatMap(({ label: keywords, needs, tabs: all }) =>
      all
        .filter((tab) => [needs, tab.needs].every((one) => one === undefined || can(role, one)))
        .filter(({ to }) => pages.every((page) => page.to !== to))
        .map(({ label, to }) => toEntry({ label, to, icon: IconFile }, keywords)),
    );
  const profile: MenuPage = { label: 'Profile', to: '/$workspaceId/$mode/profile', icon: IconFile };
  return [...pages.map((page) => toEntry(page)), ...tabs, toEntry(profile, 'password two-factor sessions')];
}
