import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import IconFlask from '@tabler/icons-react/icons/IconFlask';
import { useMatches } from '@tanstack/react-router';
import { useMode } from '../api/workspace.js';
import classes from './banners.module.css';
import { useModeSwitch } from './mode-switch.js';

/** Checks whether the page shows sandbox data. Some pages, such as settings, apply to both modes. */
function useShowsSandbox(): boolean {
  const isSharedByModes = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isSharedByModes === true),
  });
  return useMode() === 'sandbox' && !isSharedByModes;
}

/** Marks the pages with sandbox data, and links to the live data. */
function SandboxBanner() {
  const showsSandbox = useShowsSandbox();
  const isSandbox = useMode() === 'sandbox';
  const { switchTo } = useModeSwitch();
  if (!isSandbox) return null;
  return (
    <div className={classes.sandbox}>
      {showsSandbox ? (
        <span role="status">
          <IconFlask size={16} aria-hidden className={classes.icon} />
          Sandbox: test data, deleted every Sunday. Nothing here is real.
        </span>
      ) : (
        <span>This page is the same for the sandbox and your live data.</span>
      )}
      <Button size="compact-sm" variant="white" color="dark" onClick={() => switchTo('live')}>
        Leave the sandbox
      </Button>
    </div>
  );
}

function OfflineBanner() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <div className={classes.offline} role="status">
      You're offline. This page may be out of date, and you can't save changes.
    </div>
  );
}

/** Notices above every page. */
export function Banners() {
  return (
    <>
      <SandboxBanner />
      <OfflineBanner />
    </>
  );
}
