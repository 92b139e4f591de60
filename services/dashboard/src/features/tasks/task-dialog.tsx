import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { FreshRecord } from '../../ui/forms/fresh-record.js';
import { TaskForm } from './task-form.js';
import { getTasksKey, readTask, type Task } from './task-queries.js';
import type { TaskStart } from './task-values.js';

interface TaskDialogProps {
  /** Undefined for a new task. */
  readonly task?: Task;
  readonly start?: TaskStart;
  readonly onClose: () => void;
}

/** Creates or edits a task. */
export function TaskDialog({ task, start = {}, onClose }: TaskDialogProps) {
  const tenant = useTenant();
  if (task === undefined) {
    return (
      <FormModal opened onClose={onClose} title="New task">
        <TaskForm start={start} onClose={onClose} />
      </FormModal>
    );
  }
  return (
    <FormModal opened onClose={onClose} title="Edit task">
      <FreshRecord queryKey={[...getTasksKey(tenant), task.id]} read={() => readTask(tenant, task.id)}>
        {(base) => <TaskForm base={base} onClose={onClose} />}
      </FreshRecord>
    </FormModal>
  );
}
