import { Link, type RegisteredRouter } from '@tanstack/react-router';
import { useMode, useWorkspace } from '../api/workspace.js';
import classes from './page-tabs.module.css';

type WorkspacePath = Extract<keyof RegisteredRouter['routesByPath'], `/$workspaceId/$mode/${string}`>;

interface PageTabsProps {
  /** Of the group, for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly label: string; readonly to: WorkspacePath }[];
  /** The search parameters that the pages share. */
  readonly keeps?: readonly string[];
}

/** Links between the parts of a page, each of which has an address of its own; that of a part is the current one on the pages below it too. */
export function PageTabs({ label, tabs, keeps = [] }: PageTabsProps) {
  const { id } = useWorkspace();
  const mode = useMode();
  return (
    <nav aria-label={label}>
      <ul className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              params={{ workspaceId: id, mode }}
              search={(search: Readonly<Record<string, unknown>>) =>
                Object.fromEntries(Object.entries(search).filter(([name]) => keeps.includes(name)))
              }
              className={classes.tab}
              activeOptions={{ exact: tabs.some(({ to }) => to.startsWith(`${tab.to}/`)), includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
