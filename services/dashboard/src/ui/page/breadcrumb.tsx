import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight';
import { Link } from '@tanstack/react-router';
import { useMode, useWorkspace } from '../../api/workspace.js';
import classes from './breadcrumb.module.css';
import { recallSearch } from './last-search.js';
import type { PageTab } from './page-tabs.js';

interface BreadcrumbProps {
  /** The list that the page belongs to. */
  readonly parent: PageTab;
  /** Title of the page. */
  readonly current: string;
}

/** Links back to the list of a record, with the filters that the list had last. */
export function Breadcrumb({ parent, current }: BreadcrumbProps) {
  const { id } = useWorkspace();
  const mode = useMode();
  const path = parent.to.replace('$workspaceId', id).replace('$mode', mode);
  return (
    <nav aria-label="Breadcrumb">
      <ol className={classes.crumbs}>
        <li className={classes.crumb}>
          <Link to={parent.to} params={{ workspaceId: id, mode }} search={() => recallSearch(path)}>
            {parent.label}
          </Link>
          <IconChevronRight size={14} aria-hidden />
        </li>
        <li className={classes.current} aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  );
}
