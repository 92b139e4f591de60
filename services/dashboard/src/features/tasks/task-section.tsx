import { Text } from '@mantine/core';
import { useRef } from 'react';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { TextSkeleton } from '../../ui/feedback/skeletons.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import type { TaskPeriod } from './task-periods.js';
import { toPeriodFilter, useTasks } from './task-queries.js';
import { TaskRow } from './task-row.js';
import classes from './tasks.module.css';

interface TaskSectionProps {
  readonly period: TaskPeriod;
  /** Agent whose tasks are shown. Undefined to show all tasks. */
  readonly agentId: string | undefined;
  readonly perPage?: number;
}

const NoTasks = () => (
  <Text size="sm" c="dimmed">
    No tasks.
  </Text>
);

/** The open tasks of one period. */
export function TaskSection({ period, agentId, perPage }: TaskSectionProps) {
  const list = useTasks(toPeriodFilter(period, agentId), perPage);
  const heading = useRef<HTMLHeadingElement>(null);
  const total = list.data?.pages[0]?.meta.total;
  return (
    <section className={classes.period} data-period={period.name} aria-labelledby={`tasks-${period.name}`}>
      <h2 id={`tasks-${period.name}`} ref={heading} tabIndex={-1} className={classes.heading}>
        {toLabel(period.name)} <span className={classes.count}>{total === undefined ? null : formatNumber(total)}</span>
      </h2>
      <QueryState query={list} loading={<TextSkeleton lines={2} />} isEmpty={() => total === 0} empty={<NoTasks />}>
        {({ pages }) => (
          <ul className={classes.tasks}>
            {pages
              .flatMap(({ data }) => data)
              .map((task) => (
                <TaskRow key={task.id} task={task} onChange={() => heading.current?.focus()} />
              ))}
          </ul>
        )}
      </QueryState>
      <LoadMore query={list} size="xs" />
    </section>
  );
}
