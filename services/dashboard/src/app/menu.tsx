import { Link } from '@tanstack/react-router';
import { useMode, useRole, useWorkspace } from '../api/workspace.js';
import { listEntries } from './menu-entries.js';
import classes from './shell.module.css';

/** Links to the pages that the person's role may open. */
export function Menu({ onFollow }: { readonly onFollow: () => void }) {
  const { id } = useWorkspace();
  const mode = useMode();
  return (
    <ul className={classes.entries}>
      {listEntries(useRole()).map(({ label, to }) => (
        <li key={to}>
          <Link
            to={to}
            params={{ workspaceId: id, mode }}
            className={classes.entry}
            activeProps={{ 'aria-current': 'page' }}
            onClick={onFollow}
          >
            {label}
          </Link>
        </li>
      ))}
      <li>
        <a className={classes.entry} href="/auth/sign-out">
          Sign out
        </a>
      </li>
    </ul>
  );
}
