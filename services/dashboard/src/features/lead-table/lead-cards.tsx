import { Box, Checkbox, Skeleton, Text } from '@mantine/core';
import { Money } from '../../ui/format/money.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { countDaysInStage, describeDaysIn } from '../leads/days-in-stage.js';
import { LeadLink } from '../navigation/lead-link.js';
import classes from './lead-table.module.css';
import type { LeadRow } from './table-row.js';
import type { RowSelection } from './use-row-selection.js';
import type { TableRows } from './use-table-rows.js';
import type { VirtualList } from './use-virtual-rows.js';

interface LeadCardsProps {
  readonly rows: TableRows;
  readonly list: VirtualList;
  /** Undefined for people who can't change leads. */
  readonly selection: RowSelection | undefined;
}

interface CardProps extends Pick<LeadCardsProps, 'selection'> {
  readonly row: LeadRow;
}

function LeadCard({ row, selection }: CardProps) {
  const { id, name, stage, score, agent, budget, phone, email } = row;
  const days = countDaysInStage(row.stage_entered_at);
  const isSelected = selection?.rows.has(id) ?? false;
  return (
    <article className={classes.card} data-selected={isSelected}>
      {selection === undefined ? null : (
        <Checkbox aria-label={`Select ${name}`} checked={isSelected} onChange={() => selection.toggle(row)} />
      )}
      <div className={classes.cardText}>
        <div className={classes.cardLine}>
          <LeadLink id={id} fw={600}>
            {name}
          </LeadLink>
          <span className={classes.cardEnd}>
            <StatusBadge status={stage} />
          </span>
        </div>
        <div className={classes.cardLine}>
          <span className={agent ? classes.text : classes.dimmed}>{agent?.name ?? 'Unassigned'}</span>
          <span className={classes.cardEnd}>
            {budget === null ? null : <Money amount={budget.max ?? budget.min} currency={budget.currency} />}
          </span>
        </div>
        <div className={classes.cardLine}>
          <Text size="xs" c="dimmed" truncate>
            {phone ?? email}
          </Text>
        </div>
        <div className={classes.cardLine}>
          <Text size="xs" c="dimmed">
            {days === null ? null : describeDaysIn(days, stage)}
          </Text>
          <Text size="xs" c="dimmed" className={classes.cardEnd}>
            Score {score}
          </Text>
        </div>
      </div>
    </article>
  );
}

/** The leads as cards, for a phone. Only the visible cards are rendered. */
export function LeadCards({ rows, list, selection }: LeadCardsProps) {
  return (
    // The list is focusable, so that arrow keys scroll it.
    <Box ref={list.setScrolled} component="section" className={classes.scroll} aria-label="Leads" tabIndex={0}>
      <ul className={classes.cards} style={{ height: list.size }}>
        {list.items.map(({ index, start }) => {
          const row = rows.get(index);
          return (
            <li key={index} className={classes.place} style={{ transform: `translateY(${start}px)` }}>
              {row === undefined ? <Skeleton h={116} radius="md" /> : <LeadCard row={row} selection={selection} />}
            </li>
          );
        })}
      </ul>
    </Box>
  );
}
