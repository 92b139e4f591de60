import { Text } from '@mantine/core';
import { useCan } from '../../api/workspace.js';
import { DateTime } from '../../ui/format/date-time.js';
import { ContactLinks } from '../../ui/page/contact-links.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { LeadLink } from '../navigation/lead-link.js';
import { FollowUpMenu } from './follow-up-menu.js';
import type { Task } from './task-queries.js';
import classes from './tasks.module.css';
import type { TaskChange } from './use-task-change.js';

interface TaskRowProps {
  readonly task: Task;
  readonly onChange: (change: TaskChange) => void;
}

/** A lead to follow up, with its contact details and actions. */
export function TaskRow({ task, onChange }: TaskRowProps) {
  const mayChange = useCan('write');
  const change = (isContacted: boolean) => (followUp: Date | null) => onChange({ task, followUp, isContacted });
  return (
    <li className={classes.task}>
      <div className={classes.who}>
        <LeadLink id={task.id} fw={600}>
          {task.name}
        </LeadLink>
        <StatusBadge status={task.stage} />
        <Text span size="xs" c="dimmed">
          {task.agent?.name ?? 'Unassigned'}
        </Text>
      </div>
      <div className={classes.contact}>
        <ContactLinks phone={task.phone} email={task.email} emailClassName={classes.email} />
      </div>
      <Text size="sm" className={classes.due}>
        <DateTime value={task.next_follow_up} />
        <Text span size="xs" c="dimmed" display="block">
          {task.last_contacted === null ? 'Never contacted' : 'Last contact '}
          {task.last_contacted === null ? null : <DateTime value={task.last_contacted} format="date" />}
        </Text>
      </Text>
      {mayChange ? (
        <div className={classes.actions}>
          <FollowUpMenu label="Contacted" name={task.name} heading="Contact again" isPrimary onChoose={change(true)} />
          <FollowUpMenu label="Postpone" name={task.name} heading="Follow up" onChoose={change(false)} />
        </div>
      ) : null}
    </li>
  );
}
