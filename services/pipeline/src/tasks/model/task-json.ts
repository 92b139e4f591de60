import type { Task } from './task.js';

/** Renders a task for the public API and for the `data` of its events. */
export function toTaskJson(task: Task) {
  return {
    id: task.id,
    lead_id: task.lead_id,
    title: task.title,
    type: task.type,
    due_at: task.due_at,
    assigned_agent: task.assigned_agent,
    notes: task.notes,
    done_at: task.done_at,
    done_by: task.done_by,
    created_at: task.created_at,
    updated_at: task.updated_at,
  };
}
