import { Burger, Group, Text } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMode, useWorkspace } from '../api/workspace.js';
import { UnsavedForms } from '../components/unsaved-forms.js';
import { ColorSchemeSwitch, ModeSwitch, WorkspaceSwitch } from './header-controls.js';
import { keepLastPlace } from './home.js';
import { Menu } from './menu.js';
import { NotificationsBell } from './notifications-bell.js';
import classes from './shell.module.css';
import { useArrival } from './use-arrival.js';

function OfflineBanner() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <div className={classes.offline} role="status">
      You are offline. What you see may be out of date, and changes cannot be saved.
    </div>
  );
}

/** What is around every page of a workspace. */
export function Shell() {
  const [isMenuOpen, { toggle, close }] = useDisclosure(false);
  const { id } = useWorkspace();
  const mode = useMode();
  useArrival();
  useEffect(() => keepLastPlace(id, mode), [id, mode]);
  return (
    <UnsavedForms>
      <div className={classes.shell} data-mode={mode}>
        <a className={classes.skip} href="#content">
          Skip to the content
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
        {mode === 'sandbox' ? (
          <div className={classes.sandbox} role="status">
            Sandbox: test data, removed each Sunday. Nothing here is real.
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
