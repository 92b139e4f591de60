import { Text } from '@mantine/core';
import { formatMoney } from '../../../components/money.js';
import { QueryState } from '../../../components/query-state.js';
import { toLabel } from '../../../components/status-badge.js';
import classes from './board.module.css';
import type { BoardQuery } from './board-filters.js';
import { useColumn } from './board-queries.js';
import type { Stage } from './card.js';
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
          {toLabel(stage)} <span className={classes.count}>{summary?.count.toLocaleString()}</span>
        </h2>
        <Text size="xs" c="dimmed" className={classes.sums}>
          {summary?.values.map(({ currency, amount }) => formatMoney(amount, currency)).join(' · ')}
        </Text>
      </header>
      <QueryState query={column}>{() => <CardList stage={stage} column={column} />}</QueryState>
    </section>
  );
}
