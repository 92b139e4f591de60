import { Box, NativeSelect, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { isStage, type Stage, stages } from '../../api/enums.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import { useIsPhone } from '../../ui/page/use-is-phone.js';
import { StageConflictDialog } from '../leads/stage-conflict-dialog.js';
import classes from './board.module.css';
import { BoardColumn } from './board-column.js';
import { type BoardActions, BoardContext } from './board-context.js';
import type { BoardQuery } from './board-filters.js';
import { useSummary } from './board-queries.js';
import { describeMatches, findFirstMatch } from './search-matches.js';
import type { StageSummary } from './stage-counts.js';
import { useBoardMoves } from './use-board-moves.js';
import { useCollapsedColumns } from './use-collapsed-columns.js';

// The code is loaded when the dialog opens, so that the board appears sooner.
const StageDialog = lazy(async () => ({ default: (await import('./stage-dialog.js')).StageDialog }));

interface BoardProps {
  readonly query: BoardQuery;
  /** Replaces the board if there are no leads. */
  readonly empty?: ReactNode;
}

/** Returns the widths of the board's columns. */
function toTracks(collapsed: ReadonlySet<Stage>): string {
  return stages.map((stage) => (collapsed.has(stage) ? '44px' : 'minmax(196px, 1fr)')).join(' ');
}

/** Shows leads by stage. On a phone, shows one stage, which the page's address stores. */
export function Board({ query, empty }: BoardProps) {
  const summary = useSummary(query);
  const isPhone = useIsPhone();
  const { filters, setFilters } = useFilters();
  const found = query.search === undefined ? undefined : summary.data;
  const firstMatch = found && findFirstMatch(found);
  const chosen = isStage(filters['stage']) ? filters['stage'] : (firstMatch ?? 'new');
  const columns = useRef<HTMLDivElement>(null);
  // The first match can be in a column that is out of view.
  useEffect(() => {
    const heading = firstMatch && columns.current?.querySelector(`#stage-${firstMatch}`);
    heading?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [firstMatch]);
  const { actions, announcement, asked, move, refused, finish, moveAnyway, forgetRefused } = useBoardMoves(query);
  const { collapsed, toggle, open } = useCollapsedColumns(summary.data, query.search !== undefined);
  const shownActions = useMemo((): BoardActions => {
    const moveAndOpen: BoardActions['move'] = (card, stage) => {
      open(stage);
      actions.move(card, stage);
    };
    return { ...actions, move: moveAndOpen };
  }, [actions, open]);
  const findRow = (stage: Stage) => summary.data?.find((row) => row.stage === stage);
  const describeCount = (row: StageSummary | undefined) => (row === undefined ? '…' : formatNumber(row.count));
  const data = stages.map((stage) => ({ value: stage, label: `${toLabel(stage)} (${describeCount(findRow(stage))})` }));
  if (empty !== undefined && summary.data?.every(({ count }) => count === 0)) return empty;
  return (
    <BoardContext value={shownActions}>
      {isPhone ? (
        <NativeSelect
          aria-label="Stage"
          mb="xs"
          data={data}
          value={chosen}
          onChange={({ currentTarget }) => setFilters({ stage: currentTarget.value })}
        />
      ) : null}
      <Text size="sm" mb={found ? 'xs' : 0} role="status">
        {found && describeMatches(found)}
      </Text>
      {/* Focusable, so that arrow keys scroll the columns even without cards. */}
      <Box
        ref={columns}
        component="section"
        aria-label="Columns"
        tabIndex={0}
        className={classes.board}
        style={isPhone ? undefined : { gridTemplateColumns: toTracks(collapsed) }}
      >
        {(isPhone ? [chosen] : stages).map((stage) => (
          <BoardColumn
            key={stage}
            stage={stage}
            query={query}
            summary={findRow(stage)}
            isCollapsed={!isPhone && collapsed.has(stage)}
            onToggle={isPhone ? undefined : toggle}
          />
        ))}
      </Box>
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
      <Suspense>
        {asked ? <StageDialog asked={asked} onDone={finish} onClose={() => finish()} onMove={move} /> : null}
      </Suspense>
      <StageConflictDialog refused={refused} onRepeat={moveAnyway} onClose={forgetRefused} />
    </BoardContext>
  );
}
