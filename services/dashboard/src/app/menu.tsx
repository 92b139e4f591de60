import { Link, useLocation } from '@tanstack/react-router';
import { useId } from 'react';
import { useMode, useRole, useWorkspace } from '../api/workspace.js';
import classes from './menu.module.css';
import { type Entry, type EntryGroup, findEntry, listGroups } from './menu-entries.js';

interface MenuProps {
  /** Shows only icons. Screen readers still get the labels. */
  readonly isNarrow?: boolean;
  readonly onFollow: () => void;
}

interface MenuLinkProps extends MenuProps {
  readonly entry: Entry;
  readonly isCurrent: boolean;
}

function MenuLink({ entry, isCurrent, isNarrow = false, onFollow }: MenuLinkProps) {
  const { id } = useWorkspace();
  const mode = useMode();
  const { label, to, icon: Icon } = entry;
  return (
    <Link
      to={to}
      params={{ workspaceId: id, mode }}
      activeOptions={{ exact: true }}
      activeProps={{ className: '' }}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes.entry}
      onClick={onFollow}
      title={isNarrow ? label : undefined}
    >
      <Icon size={20} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={isNarrow ? 'visually-hidden' : undefined}>{label}</span>
    </Link>
  );
}

interface MenuGroupProps extends MenuProps {
  readonly group: EntryGroup;
  readonly current: Entry | undefined;
}

function MenuGroup({ group, current, isNarrow = false, onFollow }: MenuGroupProps) {
  const id = useId();
  return (
    <div className={classes.group}>
      <p id={id} className={isNarrow ? 'visually-hidden' : classes.heading}>
        {group.label}
      </p>
      <ul className={classes.entries} aria-labelledby={id}>
        {group.entries.map((entry) => (
          <li key={entry.to}>
            <MenuLink entry={entry} isCurrent={entry.to === current?.to} isNarrow={isNarrow} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Links to the pages that the person's role may open, grouped by purpose. */
export function Menu({ isNarrow = false, onFollow }: MenuProps) {
  const current = findEntry(useLocation().pathname);
  return listGroups(useRole()).map((group) => (
    <MenuGroup key={group.label} group={group} current={current} isNarrow={isNarrow} onFollow={onFollow} />
  ));
}
