import { Text } from '@mantine/core';
import type { Stage } from '../../api/enums.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { CardsSkeleton } from '../../ui/feedback/skeletons.js';
import { formatMoney, formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import classes from './board.module.css';
import type { BoardQuery } from './board-filters.js';
import { useColumn } from './board-queries.js';
import { CardList } from './card-list.js';
import { ColumnToggle } from './column-toggle.js';
import { useDropColumn } from './drag-card.js';
import type { StageSummary } from './stage-counts.js';

interface BoardColumnProps {
  readonly stage: Stage;
  readonly query: BoardQuery;
  readonly summary: StageSummary | undefined;
  readonly isCollapsed: boolean;
  /** Collapses or opens the column. Undefined if one column fills the window. */
  readonly onToggle?: ((stage: Stage) => void) | undefined;
}

/** Column of the board. A collapsed column is a strip with the count. Cards can still be dropped on it. */
export function BoardColumn({ stage, query, summary, isCollapsed, onToggle }: BoardColumnProps) {
  const column = useColumn(query, stage);
  const { ref, isOver } = useDropColumn(stage);
  const headingId = `stage-${stage}`;
  return (
    <section
      ref={ref}
      className={classes.column}
      data-over={isOver}
      data-collapsed={isCollapsed}
      aria-labelledby={headingId}
    >
      <header className={classes.head}>
        <h2 id={headingId} className={classes.heading}>
          {toLabel(stage)} <span className={classes.count}>{summary && formatNumber(summary.count)}</span>
        </h2>
        {onToggle === undefined ? null : <ColumnToggle stage={stage} isCollapsed={isCollapsed} onToggle={onToggle} />}
      </header>
      {isCollapsed ? (
        <span className="visually-hidden">{summary?.count === 0 ? 'No leads' : null}</span>
      ) : (
        <>
          <Text size="xs" c="dimmed" className={classes.sums}>
            {summary?.values.map(({ currency, amount }) => formatMoney(amount, currency)).join(' · ')}
          </Text>
          <QueryState query={column} loading={<CardsSkeleton height={104} />}>
            {() => <CardList stage={stage} column={column} />}
          </QueryState>
        </>
      )}
    </section>
  );
}
