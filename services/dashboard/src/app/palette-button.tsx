import { UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { lazy, Suspense, useState } from 'react';
import { useRole } from '../api/workspace.js';
import { listGroups } from './menu-entries.js';
import { useModeSwitch } from './mode-switch.js';
import classes from './palette-button.module.css';

// The code is loaded when the search first opens, so that the first page appears sooner.
const CommandPalette = lazy(async () => ({
  default: (await import('../features/search/command-palette.js')).CommandPalette,
}));

/** Opens the search for records, pages and actions. Ctrl+K and ⌘K open it, too. */
export function PaletteButton() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isLoaded, setLoaded] = useState(false);
  const modeSwitch = useModeSwitch();
  const pages = listGroups(useRole()).flatMap(({ entries }) => entries);
  const show = () => {
    setLoaded(true);
    open();
  };
  useHotkeys([['mod+K', show]], []);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        onClick={show}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={20} stroke={1.75} aria-hidden />
        <span className={classes.label}>Search</span>
        <kbd className={classes.keys} aria-hidden>
          Ctrl K
        </kbd>
      </UnstyledButton>
      {isLoaded ? (
        <Suspense>
          <CommandPalette opened={isOpen} onClose={close} pages={pages} modeSwitch={modeSwitch} />
        </Suspense>
      ) : null}
    </>
  );
}
