import { Link } from '@tanstack/react-router';
import { useTenant } from '../api/workspace.js';
import classes from './section-links.module.css';

export interface Section {
  readonly label: string;
  /** Below the workspace and mode, such as `transfers/exports`. */
  readonly path: string;
}

interface SectionLinksProps {
  /** What the sections are parts of. */
  readonly label: string;
  readonly sections: readonly Section[];
}

/** Links between the sections of a page, each of which has an address of its own. */
export function SectionLinks({ label, sections }: SectionLinksProps) {
  const place: string = useTenant().key.join('/');
  return (
    <nav className={classes.sections} aria-label={label}>
      {sections.map((section) => (
        <Link
          key={section.path}
          to={['', place, section.path].join('/')}
          className={classes.section}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {section.label}
        </Link>
      ))}
    </nav>
  );
}
