import { diff, type EntryInput, previousValues } from '@plotline/kit/store/journal/entry';
import { isOpen, type Task } from '../model/task.js';
import { toTaskJson } from '../model/task-json.js';

/** Creates the entry of a new task, in the timeline of its lead. */
export function describeCreation(task: Task): EntryInput {
  const events = [{ name: 'task.created', version: task.version, data: toTaskJson(task) }];
  const description = `The task “${task.title}” was created.`;
  return { subject: task.lead_id, type: 'task_created', description, attributes: { task_id: task.id }, events };
}

/**
 * Creates the entry of a change that was stored. If the task was completed or reopened, the entry also carries the
 * event for that.
 */
export function describeChange(before: Task, after: Task): EntryInput {
  const changes = diff(toTaskJson(before), toTaskJson(after));
  const told = { version: after.version, data: toTaskJson(after), previous: previousValues(changes) };
  const isMoved = isOpen(before) !== isOpen(after);
  const outcome = isOpen(after) ? 'reopened' : 'completed';
  const names = ['task.updated', ...(isMoved ? [`task.${outcome}`] : [])];
  const verb = isMoved ? outcome : 'updated';
  return {
    subject: after.lead_id,
    type: `task_${verb}`,
    description: `The task “${after.title}” was ${verb}.`,
    changes,
    attributes: { task_id: after.id },
    events: names.map((name) => ({ name, ...told })),
  };
}

/** Creates the entry of a deletion. */
export function describeDeletion({ id, lead_id, title }: Task, deletedAt: Date): EntryInput {
  const events = [{ name: 'task.deleted', data: { id, lead_id, deleted_at: deletedAt } }];
  const description = `The task “${title}” was deleted.`;
  return { subject: lead_id, type: 'task_deleted', description, attributes: { task_id: id }, events };
}

/** Returns an entry that only carries events, because another entry of the timeline already reports the change. */
export function hideEntry(entry: EntryInput): EntryInput {
  return { ...entry, type: 'follow_up_task' };
}
