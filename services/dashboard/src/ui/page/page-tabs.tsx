import { Link, type RegisteredRouter, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
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

/** Scrolls the tabs to the current one, because a phone shows only some tabs. Doesn't scroll the page. */
function scrollToCurrent(list: HTMLElement): void {
  const current = list.querySelector('[aria-current="page"]');
  if (current === null) return;
  const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}

/** Links between the pages of a group. A tab remains current on the pages below its own address. */
export function PageTabs({ label, tabs, keptParams = [] }: PageTabsProps) {
  const { id } = useWorkspace();
  const mode = useMode();
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab.
  useEffect(() => {
    // The tabs have no layout before the next frame. Reading it earlier would compute it twice.
    const frame = requestAnimationFrame(() => list.current && scrollToCurrent(list.current));
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return (
    <nav aria-label={label}>
      <ul ref={list} className={classes.tabs}>
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
