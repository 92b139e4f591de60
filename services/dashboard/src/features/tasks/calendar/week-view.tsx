import { UnstyledButton } from '@mantine/core';
import { useCan } from '../../../api/workspace.js';
import { useTaskDesk } from '../task-desk.js';
import { TaskIcon } from '../task-icon.js';
import type { Task } from '../task-queries.js';
import { AddOnDay } from './add-on-day.js';
import classes from './calendar.module.css';
import { formatDay, nameDay } from './calendar-days.js';

interface WeekViewProps {
  readonly days: readonly string[];
  readonly byDay: ReadonlyMap<string, readonly Task[]>;
  readonly today: string;
}

function WeekTask({ task }: { readonly task: Task }) {
  const { edit } = useTaskDesk();
  const mayChange = useCan('write');
  const format = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
  const { title, type, due_at, lead } = task;
  const content = (
    <>
      <span className={classes.weekTitle}>
        <TaskIcon type={type} size={14} />
        {title}
      </span>
      <span className={classes.weekLead}>
        {format.format(new Date(due_at))}
        {lead ? `, ${lead.name}` : null}
      </span>
    </>
  );
  return (
    <li>
      {mayChange ? (
        <UnstyledButton className={classes.weekTask} onClick={() => edit(task)}>
          {content}
        </UnstyledButton>
      ) : (
        <div className={classes.weekTask}>{content}</div>
      )}
    </li>
  );
}

/** Tasks of a week, with a column for each day. On a phone, the days are below each other. */
export function WeekView({ days, byDay, today }: WeekViewProps) {
  return (
    <ol className={classes.week}>
      {days.map((day) => (
        <li key={day} className={classes.weekDay} data-today={day === today}>
          <h3 className={classes.weekHead} aria-label={nameDay(day)}>
            <span>{formatDay(day, { weekday: 'short' })}</span> <strong>{Number(day.slice(8))}</strong>
          </h3>
          <ul className={classes.weekTasks} aria-label={nameDay(day)}>
            {(byDay.get(day) ?? []).map((task) => (
              <WeekTask key={task.id} task={task} />
            ))}
          </ul>
          <AddOnDay day={day} />
        </li>
      ))}
    </ol>
  );
}
