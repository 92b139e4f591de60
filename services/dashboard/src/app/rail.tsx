import { UnstyledButton } from '@mantine/core';
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/icons/IconLayoutSidebarLeftCollapse';
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/icons/IconLayoutSidebarLeftExpand';
import { Logo } from '../ui/page/logo.js';
import { Menu } from './menu.js';
import classes from './rail.module.css';

interface RailProps {
  readonly isNarrow: boolean;
  readonly onToggle: () => void;
}

const ignore = () => undefined;

/** Menu at the side of a wide window. It remains in view and can be reduced to its icons. */
export function Rail({ isNarrow, onToggle }: RailProps) {
  const Toggle = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav className={classes.rail} data-narrow={isNarrow} aria-label="Pages">
      <div className={classes.brand}>
        <Logo />
        <span className={isNarrow ? 'visually-hidden' : undefined}>Plotline</span>
      </div>
      <div className={classes.menu}>
        <Menu isNarrow={isNarrow} onFollow={ignore} />
      </div>
      <UnstyledButton className={classes.toggle} aria-expanded={!isNarrow} onClick={onToggle}>
        <Toggle size={20} stroke={1.75} aria-hidden />
        <span className={isNarrow ? 'visually-hidden' : undefined}>{isNarrow ? 'Widen menu' : 'Narrow menu'}</span>
      </UnstyledButton>
    </nav>
  );
}
