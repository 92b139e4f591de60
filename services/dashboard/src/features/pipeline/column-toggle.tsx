import { ActionIcon } from '@mantine/core';
import IconChevronsLeft from '@tabler/icons-react/icons/IconChevronsLeft';
import IconChevronsRight from '@tabler/icons-react/icons/IconChevronsRight';
import type { Stage } from '../../api/enums.js';
import { toLabel } from '../../ui/format/label.js';
import classes from './board.module.css';

interface ColumnToggleProps {
  readonly stage: Stage;
  readonly isCollapsed: boolean;
  readonly onToggle: (stage: Stage) => void;
}

/** Button that collapses or opens a column. A click anywhere on a collapsed column opens it. */
export function ColumnToggle({ stage, isCollapsed, onToggle }: ColumnToggleProps) {
  const ToggleIcon = isCollapsed ? IconChevronsRight : IconChevronsLeft;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      className={classes.toggle}
      aria-label={isCollapsed ? `Open ${toLabel(stage)}` : `Collapse ${toLabel(stage)}`}
      onClick={() => onToggle(stage)}
    >
      <ToggleIcon size={14} aria-hidden />
    </ActionIcon>
  );
}
