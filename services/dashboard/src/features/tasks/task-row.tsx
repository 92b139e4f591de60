import { Text, UnstyledButton } from '@mantine/core';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import { useCan } from '../../api/workspace.js';
import { DateTime } from '../../ui/format/date-time.js';
import { ContactLinks } from '../../ui/page/contact-links.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { LeadLink } from '../navigation/lead-link.js';
import type { TaskChange } from './task-change.js';
import { useTaskDesk } from './task-desk.js';
import { TaskIcon } from './task-icon.js';
import { TaskMenu } from './task-menu.js';
import { nameTask, type Task } from './task-queries.js';
import classes from './tasks.module.css';

interface TaskRowProps {
  readonly task: Task;
  /** Hides the lead. Set on the lead's own page. */
  readonly isOnLead?: boolean;
  /** Called before a change removes the row, so that the focus can move elsewhere. */
  readonly onChange: () => void;
}

function TaskLead({ lead }: { readonly lead: Task['lead'] }) {
  if (!lead) return null;
  return (
    <div className={classes.lead}>
      <span className={classes.who}>
        <LeadLink id={lead.id} fw={600}>
          {lead.name}
        </LeadLink>
        <StatusBadge status={lead.stage} />
      </span>
      <span className={classes.contact}>
        <ContactLinks phone={lead.phone} email={lead.email} isCompact />
      </span>
    </div>
  );
}

/** A task with its lead and actions. */
export function TaskRow({ task, isOnLead = false, onChange }: TaskRowProps) {
  const desk = useTaskDesk();
  const mayChange = useCan('write');
  const { title, type, notes, due_at, done_at, agent } = task;
  const change = (one: TaskChange) => {
    onChange();
    desk.change(one);
  };
  const isDone = done_at !== null;
  return (
    <li className={classes.task} data-on-lead={isOnLead} data-done={isDone}>
      {mayChange ? (
        <UnstyledButton
          className={classes.tick}
          aria-label={`${isDone ? 'Reopen' : 'Done'}: ${nameTask(task)}`}
          onClick={() => change({ kind: isDone ? 'reopen' : 'complete', task })}
        >
          <span className={classes.circle}>
            <IconCheck size={14} stroke={3} aria-hidden />
          </span>
        </UnstyledButton>
      ) : null}
      <div className={classes.text}>
        <span className={classes.title}>
          <TaskIcon type={type} />
          {title}
        </span>
        {notes === null ? null : <span className={classes.notes}>{notes}</span>}
        <Text span size="sm" className={classes.due}>
          {isDone ? 'Done ' : null}
          <DateTime value={done_at ?? due_at} />
          <Text span size="xs" c="dimmed">
            {' · '}
            {agent?.name ?? 'Unassigned'}
          </Text>
        </Text>
      </div>
      {isOnLead ? null : <TaskLead lead={task.lead} />}
      {mayChange ? <TaskMenu task={task} onChange={change} /> : null}
    </li>
  );
}
