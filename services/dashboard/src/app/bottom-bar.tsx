import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import IconMenu2 from '@tabler/icons-react/icons/IconMenu2';
import { Link, useLocation } from '@tanstack/react-router';
import { useMode, useRole, useWorkspace } from '../api/workspace.js';
import { BottomSheet } from '../ui/dialogs/bottom-sheet.js';
import classes from './bottom-bar.module.css';
import { Menu } from './menu.js';
import { findEntry, listGroups } from './menu-entries.js';

/** Bar at the bottom of a phone, with the most used pages and a button that opens the whole menu. */
export function BottomBar() {
  const { id } = useWorkspace();
  const mode = useMode();
  const [isOpen, { open, close }] = useDisclosure(false);
  const current = findEntry(useLocation().pathname);
  const frequent = listGroups(useRole())
    .flatMap(({ entries }) => entries)
    .filter(({ isFrequent }) => isFrequent);
  return (
    <>
      <nav className={classes.bar} aria-label="Main pages">
        {frequent.map(({ label, to, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            params={{ workspaceId: id, mode }}
            activeOptions={{ exact: true }}
            activeProps={{ className: '' }}
            aria-current={to === current?.to ? 'page' : undefined}
            className={classes.item}
          >
            <Icon size={22} stroke={1.75} aria-hidden />
            {label}
          </Link>
        ))}
        <UnstyledButton className={classes.item} aria-haspopup="dialog" aria-expanded={isOpen} onClick={open}>
          <IconMenu2 size={22} stroke={1.75} aria-hidden />
          Menu
        </UnstyledButton>
      </nav>
      <BottomSheet opened={isOpen} onClose={close} title="Menu">
        <nav aria-label="Pages" className={classes.sheet}>
          <Menu onFollow={close} />
        </nav>
      </BottomSheet>
    </>
  );
}
