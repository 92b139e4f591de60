import { Button, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { inDays, snoozes } from './due-time.js';
import type { TaskChange } from './task-change.js';
import { useTaskDesk } from './task-desk.js';
import { nameTask, type Task } from './task-queries.js';
import classes from './tasks.module.css';

interface TaskMenuProps {
  readonly task: Task;
  readonly onChange: (change: TaskChange) => void;
}

/** Buttons that postpone, edit or delete a task. */
export function TaskMenu({ task, onChange }: TaskMenuProps) {
  const { edit, create } = useTaskDesk();
  const { lead } = task;
  const name = nameTask(task);
  return (
    <div className={classes.actions}>
      {task.done_at === null ? (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button size="xs" variant="default" aria-label={`Snooze: ${name}`}>
              Snooze
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Snooze until</Menu.Label>
            {snoozes.map(({ label, days }) => (
              <Menu.Item key={label} onClick={() => onChange({ kind: 'snooze', task, due: inDays(days) })}>
                {label}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => edit(task)}>Another time…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size="xs" variant="subtle" px={8} miw="var(--touch-target)" aria-label={`More: ${name}`}>
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => edit(task)}>Edit</Menu.Item>
          {lead ? <Menu.Item onClick={() => create({ lead })}>Add another task</Menu.Item> : null}
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => onChange({ kind: 'remove', task })}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
