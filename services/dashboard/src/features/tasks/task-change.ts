import { readBody } from '../../api/client.js';
import { ApiProblem } from '../../api/problem.js';
import type { Tenant } from '../../api/workspace.js';
import { formatDateTime } from '../../ui/format/format-date.js';
import { readTask, type Task } from './task-queries.js';

/** Change of a task that takes one click. `restore` creates a deleted task again. */
export type TaskChange =
  | { readonly kind: 'complete' | 'reopen' | 'remove' | 'restore'; readonly task: Task; readonly isUndo?: boolean }
  | { readonly kind: 'snooze'; readonly task: Task; readonly due: Date; readonly isUndo?: boolean };

/** Rejects a change if someone else has moved, completed or reopened the task since the person saw it. */
async function assertUnchanged(tenant: Tenant, { id, due_at, done_at }: Task): Promise<void> {
  const { record: now } = await readTask(tenant, id);
  if (now.due_at === due_at && now.done_at === done_at) return;
  throw new ApiProblem({ status: 409, code: 'CONFLICT', message: 'Somebody else changed it in the meantime.' });
}

async function restore({ api }: Tenant, task: Task): Promise<void> {
  const { lead_id, title, type, due_at, assigned_agent, notes, done_at } = task;
  const body = { lead_id, title, type, due_at, assigned_agent, notes };
  const { data } = await readBody(api.POST('/v1/tasks', { body }));
  if (done_at !== null) await api.POST('/v1/tasks/{id}/done', { params: { path: { id: data.id } } });
}

/**
 * Sends a change to the API.
 * @throws ApiProblem if the API rejects the change, or if someone else has changed the due time.
 */
export async function sendTaskChange(tenant: Tenant, change: TaskChange): Promise<void> {
  const { api } = tenant;
  const { task } = change;
  const params = { path: { id: task.id } };
  if (change.kind === 'snooze') {
    await assertUnchanged(tenant, task);
    await api.PUT('/v1/tasks/{id}', { params, body: { due_at: change.due.toISOString() } });
  } else if (change.kind === 'complete') await api.POST('/v1/tasks/{id}/done', { params });
  else if (change.kind === 'reopen') await api.POST('/v1/tasks/{id}/reopen', { params });
  else if (change.kind === 'remove') await api.DELETE('/v1/tasks/{id}', { params });
  else await restore(tenant, task);
}

interface Undo {
  /** Describes the change. */
  readonly message: string;
  readonly change: TaskChange;
}

/** Returns the change that undoes a change. Returns undefined if the change is itself an undo. */
export function toUndo(change: TaskChange): Undo | undefined {
  const { task, isUndo } = change;
  if (isUndo) return undefined;
  const { title } = task;
  switch (change.kind) {
    case 'complete':
      return { message: `“${title}” is done.`, change: { kind: 'reopen', task, isUndo: true } };
    case 'reopen':
      return { message: `“${title}” is open again.`, change: { kind: 'complete', task, isUndo: true } };
    case 'remove':
      return { message: `“${title}” was deleted.`, change: { kind: 'restore', task, isUndo: true } };
    case 'snooze': {
      const due_at = change.due.toISOString();
      const message = `“${title}” is due on ${formatDateTime(due_at)}.`;
      return {
        message,
        change: { kind: 'snooze', task: { ...task, due_at }, due: new Date(task.due_at), isUndo: true },
      };
    }
    case 'restore':
      return undefined;
  }
}
