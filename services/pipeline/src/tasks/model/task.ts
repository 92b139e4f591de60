import { isDeepStrictEqual } from 'node:util';

export const taskTypes = ['call', 'email', 'meeting', 'viewing', 'follow_up', 'other'] as const;
export type TaskType = (typeof taskTypes)[number];

/** Something to do for a lead by a certain time. */
export interface Task {
  readonly id: string;
  readonly version: number;
  readonly lead_id: string;
  readonly title: string;
  readonly type: TaskType;
  readonly due_at: Date;
  readonly assigned_agent: string | null;
  readonly notes: string | null;
  readonly done_at: Date | null;
  /** Agent who completed the task. Null if an API key or the system completed it, and while the task is open. */
  readonly done_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** When the current agent was assigned. Not public. */
  readonly assigned_at: Date | null;
}

/** Fields of a new task. The contract has checked their shape. */
export interface NewTask {
  readonly lead_id: string;
  readonly title: string;
  readonly type: TaskType;
  readonly due_at: Date;
  readonly assigned_agent: string | null;
  readonly notes?: string | null | undefined;
}

/** Maximum number of open tasks of a lead. The lead's own follow-up task may exceed it by one. */
export const maxOpenTasks = 500;

export function isOpen({ done_at }: Pick<Task, 'done_at'>): boolean {
  return done_at === null;
}

export function createTask({ notes = null, ...input }: NewTask, id: string, now: Date): Task {
  return {
    ...input,
    id,
    version: 1,
    title: input.title.trim(),
    notes,
    done_at: null,
    done_by: null,
    created_at: now,
    updated_at: now,
    assigned_at: input.assigned_agent === null ? null : now,
  };
}

/** Assigns the task to another agent, or to none. Returns the same task if the agent already has it. */
export function assignTask(task: Task, agent: string | null, now: Date): Task {
  if (agent === task.assigned_agent) return task;
  return { ...task, assigned_agent: agent, assigned_at: agent === null ? null : now, updated_at: now };
}

/**
 * Assigns the task to the agent with `at` as the time of the assignment. Returns the same task if there is no new
 * assignment.
 */
export function reassignTask(task: Task, to: { readonly agentId: string; readonly at: Date } | null, now: Date): Task {
  if (!to) return task;
  const assigned = assignTask(task, to.agentId, now);
  return { ...assigned, assigned_at: to.at, updated_at: now };
}

/** Fields of a task that a PUT merges. */
export type EditedFields = Pick<Task, 'title' | 'type' | 'due_at' | 'assigned_agent' | 'notes'>;

/** Returns the task with the merged fields. Returns the same task if the fields don't change anything. */
export function editTask(task: Task, { title, type, due_at, assigned_agent, notes }: EditedFields, now: Date): Task {
  const fields = { title: title.trim(), type, due_at, notes };
  const edited = { ...assignTask(task, assigned_agent, now), ...fields };
  return isDeepStrictEqual(edited, task) ? task : { ...edited, updated_at: now };
}

/** Completes the task. Returns a completed task unchanged. */
export function completeTask(task: Task, agent: string | null, now: Date): Task {
  return isOpen(task) ? { ...task, done_at: now, done_by: agent, updated_at: now } : task;
}

/** Reopens a completed task. Returns an open task unchanged. */
export function reopenTask(task: Task, now: Date): Task {
  return isOpen(task) ? task : { ...task, done_at: null, done_by: null, updated_at: now };
}
