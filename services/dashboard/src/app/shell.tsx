import { Burger, Group, Text } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useLiveChanges } from '../api/use-live-changes.js';
import { useMode, useWorkspace } from '../api/workspace.js';
import { UnsavedForms } from '../ui/forms/unsaved-forms.js';
import { ColorSchemeSwitch, ModeSwitch, WorkspaceSwitch } from './header-controls.js';
import { saveLastPlace } from './home.js';
import { Menu } from './menu.js';
import { NotificationsBell } from './notifications-bell.js';
import classes from './shell.module.css';

function OfflineBanner() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <div className={classes.offline} role="status">
      You're offline. This page may be out of date, and you can't save changes.
    </div>
  );
}

/** Returns the title of the innermost route that has one. */
function useTitle(): string | undefined {
  return useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title });
}

/** Checks whether the page shows sandbox data. Some pages, such as settings, apply to both modes. */
function useShowsSandbox(): boolean {
  const isSharedByModes = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isSharedByModes === true),
  });
  return useMode() === 'sandbox' && !isSharedByModes;
}

/** Sets the document's title, and moves the focus to the content after a navigation, as a full page load would. */
function usePageChange(): void {
  const title = useTitle();
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    document.title = title === undefined ? 'Plotline' : `${title} · Plotline`;
  }, [title]);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById('content')?.focus();
  }, [pathname]);
}

/** `unit` opens the form of a unit over the page of its property. */
const formParams = ['unit'];

/** Header, menu and banners around every page of a workspace. */
export function Shell() {
  const [isMenuOpen, { toggle, close }] = useDisclosure(false);
  const { id } = useWorkspace();
  const mode = useMode();
  const showsSandbox = useShowsSandbox();
  usePageChange();
  useLiveChanges();
  useEffect(() => saveLastPlace(id, mode), [id, mode]);
  return (
    <UnsavedForms formParams={formParams}>
      <div className={classes.shell} data-mode={showsSandbox ? 'sandbox' : 'live'}>
        <a className={classes.skip} href="#content">
          Skip to content
        </a>
        <header className={classes.header}>
          <Burger
            className={classes.burger}
            opened={isMenuOpen}
            onClick={toggle}
            size="sm"
            aria-label="Menu"
            aria-expanded={isMenuOpen}
          />
          <Text fw={700} className={classes.brand}>
            Plotline
          </Text>
          <NotificationsBell />
          <Group gap="sm" className={classes.controls}>
            <WorkspaceSwitch />
            <ModeSwitch />
            <ColorSchemeSwitch />
          </Group>
        </header>
        {showsSandbox ? (
          <div className={classes.sandbox} role="status">
            Sandbox: test data, deleted every Sunday. Nothing here is real.
          </div>
        ) : null}
        <OfflineBanner />
        <div className={classes.body}>
          <nav className={classes.menu} data-open={isMenuOpen} aria-label="Pages">
            <Menu onFollow={close} />
          </nav>
          <main id="content" tabIndex={-1} className={classes.content}>
            <Outlet />
          </main>
        </div>
      </div>
    </UnsavedForms>
  );
}
