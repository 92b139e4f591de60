import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { type Stage, stages } from '../../api/enums.js';
import { type ColumnChoices, isCollapsed } from './collapsed-columns.js';
import type { StageSummary } from './stage-counts.js';

/** Width from which all columns fit beside the menu. The style sheet defines the widths of the columns. */
const wide = '(min-width: 112em)';

/**
 * Determines which columns of the board are collapsed. This browser stores which columns the person opened or closed.
 */
export function useCollapsedColumns(rows: readonly StageSummary[] | undefined, isSearching: boolean) {
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false }) ?? false;
  const [kept, setKept] = useLocalStorage<ColumnChoices>({
    key: 'plotline.board-columns',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  // Columns that a move opened. They are open only during this visit.
  const [opened, setOpened] = useState<ColumnChoices>({});
  const state = { rows, choices: { ...kept, ...opened }, isWide, isSearching };
  const collapsed = new Set(stages.filter((stage) => isCollapsed(stage, state)));
  return {
    collapsed,
    /** Opens a collapsed column, or collapses an open one. */
    toggle: (stage: Stage) => {
      const choice = collapsed.has(stage) ? 'open' : 'closed';
      setOpened(({ [stage]: _, ...others }) => others);
      setKept({ ...kept, [stage]: choice });
    },
    /** Opens the column that a lead moves to. */
    open: useCallback((stage: Stage) => setOpened((before) => ({ ...before, [stage]: 'open' })), []),
  };
}
