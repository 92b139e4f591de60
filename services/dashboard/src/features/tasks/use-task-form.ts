import { useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { showToast } from '../../ui/feedback/toast.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { readTask, type Task } from './task-queries.js';
import {
  checkTask,
  startTask,
  type TaskBody,
  type TaskStart,
  type TaskValues,
  toTaskBody,
  toTaskValues,
} from './task-values.js';
import { refreshTasks } from './use-task-changes.js';

interface TaskFormInput {
  readonly base: Versioned<Task> | undefined;
  readonly start: TaskStart;
  readonly onSaved: () => void;
}

/** Creates the form of a task. */
export function useTaskForm({ base, start, onSaved }: TaskFormInput) {
  const tenant = useTenant();
  const { api } = tenant;
  const client = useQueryClient();
  const params = { path: { id: base?.record.id ?? '' } };
  return useRecordForm<Task, TaskValues, TaskBody>({
    base,
    initialValues: base === undefined ? startTask(start) : toTaskValues(base.record),
    validate: checkTask,
    toValues: toTaskValues,
    toBody: toTaskBody,
    create: async ({ assigned_agent, ...body }) => {
      // Without an agent, the API assigns a new task to the lead's agent.
      const owner = assigned_agent === null ? {} : { assigned_agent };
      return (await readBody(api.POST('/v1/tasks', { body: { ...body, ...owner } }))).data;
    },
    update: (changes, tag) =>
      readVersioned(api.PUT('/v1/tasks/{id}', { params, headers: ifMatch(tag), body: changes })),
    read: () => readTask(tenant, base?.record.id ?? ''),
    onSaved: ({ title }) => {
      showToast(base === undefined ? `“${title}” was added.` : `“${title}” was saved.`);
      void refreshTasks(client, tenant);
      onSaved();
    },
  });
}
