import { Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Task } from '../task-queries.js';
import { TaskRow } from '../task-row.js';
import taskClasses from '../tasks.module.css';
import { AddOnDay } from './add-on-day.js';
import classes from './calendar.module.css';
import { formatDay, moveDay, nameDay } from './calendar-days.js';
import { DayCell } from './day-cell.js';

interface MonthViewProps {
  readonly weeks: readonly (readonly string[])[];
  readonly byDay: ReadonlyMap<string, readonly Task[]>;
  /** Chosen day. Its tasks are listed below the month. */
  readonly day: string;
  readonly today: string;
  readonly labelledBy: string;
  readonly onChoose: (day: string) => void;
}

/** Tasks of a month by day, with a list of the chosen day's tasks. Arrow keys move between the days. */
export function MonthView({ weeks, byDay, day, today, labelledBy, onChoose }: MonthViewProps) {
  const grid = useRef<HTMLTableElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveDay(day, event.key);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    isMoving.current = next !== day;
    onChoose(next);
  };
  const tasks = byDay.get(day) ?? [];
  const [firstWeek = []] = weeks;
  return (
    <>
      <table ref={grid} aria-labelledby={labelledBy} className={classes.month}>
        <thead>
          <tr>
            {firstWeek.map((one) => (
              <th key={one} scope="col" abbr={formatDay(one, { weekday: 'long' })}>
                {formatDay(one, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <DayCell
                  key={one}
                  day={one}
                  tasks={byDay.get(one) ?? []}
                  isChosen={one === day}
                  isToday={one === today}
                  onKeyDown={onKeyDown}
                  isOutside={one.slice(0, 7) !== day.slice(0, 7)}
                  onChoose={(isByKey) => {
                    onChoose(one);
                    if (isByKey) heading.current?.focus();
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <section className={classes.chosen} aria-labelledby="chosen-day">
        <div className={classes.chosenHead}>
          <h3 id="chosen-day" ref={heading} tabIndex={-1} className={taskClasses.heading}>
            {nameDay(day)}
          </h3>
          <AddOnDay day={day} />
        </div>
        {tasks.length === 0 ? (
          <Text size="sm" c="dimmed">
            No tasks.
          </Text>
        ) : (
          <ul className={taskClasses.tasks}>
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task} onChange={() => heading.current?.focus()} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
