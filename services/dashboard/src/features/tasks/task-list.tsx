import { Button, Text } from '@mantine/core';
import { useRef } from 'react';
import { QueryState } from '../../ui/feedback/query-state.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import type { TaskPeriod } from './task-periods.js';
import { useTasks } from './task-queries.js';
import { TaskRow } from './task-row.js';
import classes from './tasks.module.css';
import type { TaskChange } from './use-task-change.js';

interface TaskListProps {
  readonly period: TaskPeriod;
  readonly agentId: string | undefined;
  readonly onChange: (change: TaskChange) => void;
}

/** The leads to follow up in one period. */
export function TaskList({ period, agentId, onChange }: TaskListProps) {
  const list = useTasks(period, agentId);
  const heading = useRef<HTMLHeadingElement>(null);
  const total = list.data?.pages[0]?.total;
  const change = (one: TaskChange) => {
    // The row disappears and would take the focus with it.
    heading.current?.focus();
    onChange(one);
  };
  return (
    <section className={classes.period} data-period={period.name} aria-labelledby={`tasks-${period.name}`}>
      <h2 id={`tasks-${period.name}`} ref={heading} tabIndex={-1} className={classes.heading}>
        {toLabel(period.name)} <span className={classes.count}>{total === undefined ? null : formatNumber(total)}</span>
      </h2>
      <QueryState query={list} isEmpty={() => total === 0} empty={<NoTasks />}>
        {({ pages }) => (
          <ul className={classes.tasks}>
            {pages
              .flatMap(({ tasks }) => tasks)
              .map((task) => (
                <TaskRow key={task.id} task={task} onChange={change} />
              ))}
          </ul>
        )}
      </QueryState>
      {list.hasNextPage ? (
        <Button variant="subtle" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load more
        </Button>
      ) : null}
    </section>
  );
}

const NoTasks = () => (
  <Text size="sm" c="dimmed">
    No follow-ups.
  </Text>
);
