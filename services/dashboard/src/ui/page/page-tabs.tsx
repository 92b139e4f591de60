import { Link, type RegisteredRouter } from '@tanstack/react-router';
import { useMode, useWorkspace } from '../../api/workspace.js';
import classes from './page-tabs.module.css';

type WorkspacePath = Extract<keyof RegisteredRouter['routesByPath'], `/$workspaceId/$mode/${string}`>;

export interface PageTab {
  readonly label: string;
  readonly to: WorkspacePath;
}

interface PageTabsProps {
  /** Accessible name of the group. */
  readonly label: string;
  readonly tabs: readonly PageTab[];
  /** Search parameters to keep when switching tabs. */
  readonly keptParams?: readonly string[] | undefined;
}

/** Links between pages of a group. A tab stays current on the pages below its own address. */
export function PageTabs({ label, tabs, keptParams = [] }: PageTabsProps) {
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
                Object.fromEntries(Object.entries(search).filter(([name]) => keptParams.includes(name)))
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
