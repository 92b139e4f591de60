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
import { useDropColumn } from './drag-card.js';
import type { StageSummary } from './stage-counts.js';

interface BoardColumnProps {
  readonly stage: Stage;
  readonly query: BoardQuery;
  readonly summary: StageSummary | undefined;
}

export function BoardColumn({ stage, query, summary }: BoardColumnProps) {
  const column = useColumn(query, stage);
  const { ref, isOver } = useDropColumn(stage);
  const headingId = `stage-${stage}`;
  return (
    <section ref={ref} className={classes.column} data-over={isOver} aria-labelledby={headingId}>
      <header className={classes.head}>
        <h2 id={headingId} className={classes.heading}>
          {toLabel(stage)} <span className={classes.count}>{summary && formatNumber(summary.count)}</span>
        </h2>
        <Text size="xs" c="dimmed" className={classes.sums}>
          {summary?.values.map(({ currency, amount }) => formatMoney(amount, currency)).join(' · ')}
        </Text>
      </header>
      <QueryState query={column} loading={<CardsSkeleton height={104} />}>
        {() => <CardList stage={stage} column={column} />}
      </QueryState>
    </section>
  );
}
