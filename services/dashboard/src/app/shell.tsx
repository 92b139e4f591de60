import { useLocalStorage } from '@mantine/hooks';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef } from 'react';
import { useLiveChanges } from '../api/use-live-changes.js';
import { useMode, useWorkspace } from '../api/workspace.js';
import { LoadingState } from '../ui/feedback/states.js';
import { UnsavedForms } from '../ui/forms/unsaved-forms.js';
import { rememberSearch } from '../ui/page/last-search.js';
import { Logo } from '../ui/page/logo.js';
import { useIsPhone } from '../ui/page/use-is-phone.js';
import { AccountMenu } from './account-menu.js';
import { Banners } from './banners.js';
import { BottomBar } from './bottom-bar.js';
import { saveLastPlace } from './home.js';
import { NotificationsBell } from './notifications-bell.js';
import { PaletteButton } from './palette-button.js';
import { Rail } from './rail.js';
import classes from './shell.module.css';
import { WorkspaceSwitch } from './workspace-switch.js';

/** Returns the title of the innermost route that has one. */
function useTitle(): string | undefined {
  return useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title });
}

/** Sets the document's title, moves the focus to the content as a full page load would, and stores the filters. */
function usePageChange(): void {
  const title = useTitle();
  const { pathname, search } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    document.title = title === undefined ? 'Plotline' : `${title} · Plotline`;
  }, [title]);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById('content')?.focus();
  }, [pathname]);
  useEffect(() => rememberSearch(pathname, search), [pathname, search]);
}

/** The parameter `unit` opens a unit's form over the page of its property. */
const formParams = ['unit'];

/** The menu, header and banners around every page of a workspace. */
export function Shell() {
  const [isNarrow, setNarrow] = useLocalStorage({
    key: 'plotline.narrow-menu',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { id } = useWorkspace();
  const mode = useMode();
  const isPhone = useIsPhone();
  // The menu and the header appear first. The page follows in short tasks, so that a slow phone reacts meanwhile.
  const hasPage = useDeferredValue(true, false);
  usePageChange();
  useLiveChanges();
  useEffect(() => saveLastPlace(id, mode), [id, mode]);
  return (
    <UnsavedForms formParams={formParams}>
      <div className={classes.shell}>
        <a className={classes.skip} href="#content">
          Skip to content
        </a>
        {isPhone ? null : <Rail isNarrow={isNarrow} onToggle={() => setNarrow(!isNarrow)} />}
        <div className={classes.page}>
          <header className={classes.header}>
            <span className={classes.brand}>
              <Logo size={26} />
              <span className="visually-hidden">Plotline</span>
            </span>
            <div className={classes.workspace}>
              <WorkspaceSwitch />
            </div>
            <PaletteButton />
            <NotificationsBell />
            <AccountMenu />
          </header>
          <Banners />
          <main id="content" tabIndex={-1} className={classes.content}>
            {hasPage ? <Outlet /> : <LoadingState />}
          </main>
        </div>
        {isPhone ? <BottomBar /> : null}
      </div>
    </UnsavedForms>
  );
}
