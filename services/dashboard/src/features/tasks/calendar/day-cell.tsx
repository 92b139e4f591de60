import { UnstyledButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Task } from '../task-queries.js';
import classes from './calendar.module.css';
import { nameDay } from './calendar-days.js';

interface DayCellProps {
  readonly day: string;
  readonly tasks: readonly Task[];
  readonly isChosen: boolean;
  readonly isToday: boolean;
  /** Whether the day belongs to the previous or the next month. */
  readonly isOutside: boolean;
  /** `isByKey` is true if the day was chosen with Enter or the space bar. */
  readonly onChoose: (isByKey: boolean) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const maxShown = 3;
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

function describe(day: string, { length: count }: readonly Task[]): string {
  if (count === 0) return nameDay(day);
  return `${nameDay(day)}, ${count} ${count === 1 ? 'task' : 'tasks'}`;
}

/** Names a task after its lead if the title only repeats the type. */
const toChip = ({ title, type, lead }: Task) => (type === 'follow_up' ? (lead?.name ?? title) : title);

/** A day of the month with its first tasks. */
export function DayCell({ day, tasks, isChosen, isToday, isOutside, onChoose, onKeyDown }: DayCellProps) {
  const format = new Intl.DateTimeFormat(undefined, time);
  return (
    <td data-chosen={isChosen} data-outside={isOutside} className={classes.cell}>
      <UnstyledButton
        className={classes.day}
        data-day={day}
        tabIndex={isChosen ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        aria-pressed={isChosen}
        onKeyDown={onKeyDown}
        // A click by keyboard has a `detail` of 0, because no mouse button was pressed.
        onClick={({ detail }) => onChoose(detail === 0)}
      >
        <span className="visually-hidden">{describe(day, tasks)}</span>
        <span className={classes.date} aria-hidden>
          {Number(day.slice(8))}
        </span>
        {tasks.slice(0, maxShown).map((task) => (
          <span key={task.id} className={classes.chip} aria-hidden>
            <span className={classes.time}>{format.format(new Date(task.due_at))}</span> {toChip(task)}
          </span>
        ))}
        {tasks.length > maxShown ? (
          <span className={classes.more} aria-hidden>
            {tasks.length - maxShown} more
          </span>
        ) : null}
        {tasks.length > 0 ? (
          <span className={classes.number} aria-hidden>
            {tasks.length}
          </span>
        ) : null}
      </UnstyledButton>
    </td>
  );
}
