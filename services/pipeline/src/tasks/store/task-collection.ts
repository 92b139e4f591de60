import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Index } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { isOpen, type Task } from '../model/task.js';

export const taskSchema = createRecordSchema({
  lead_id: String,
  title: String,
  type: String,
  due_at: Date,
  assigned_agent: String,
  notes: String,
  done_at: Date,
  done_by: String,
  created_at: Date,
  updated_at: Date,
  assigned_at: Date,
});

const newestFirst = { created_at: -1, _id: -1 } as const;

/** Each index has the name of the fields that it finds or orders by. task-query.ts picks one for each list. */
export const taskIndexes: readonly Index[] = [
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'due_at', keys: { workspace_id: 1, due_at: 1, _id: 1 } },
  { name: 'done_due', keys: { workspace_id: 1, 'derived.done': 1, due_at: 1, _id: 1 } },
  { name: 'lead_id', keys: { workspace_id: 1, lead_id: 1, ...newestFirst } },
  { name: 'lead_done_due', keys: { workspace_id: 1, lead_id: 1, 'derived.done': 1, due_at: 1, _id: 1 } },
  { name: 'assigned_agent', keys: { workspace_id: 1, assigned_agent: 1, ...newestFirst } },
  { name: 'agent_done_due', keys: { workspace_id: 1, assigned_agent: 1, 'derived.done': 1, due_at: 1, _id: 1 } },
];

/** Derives the field by which open tasks are found. */
export function deriveTask(task: Pick<Task, 'done_at'>) {
  return { done: !isOpen(task) };
}

export function createTaskCollection(runtime: Pick<ServiceRuntime, 'collection'>): Collection<Task> {
  return runtime.collection<Task>({
    name: 'tasks',
    schema: taskSchema,
    indexes: taskIndexes,
    derive: deriveTask,
  });
}
