import { taskTypes } from '../../api/enums.js';
import { formatDateTime, toDateTimeInput } from '../../ui/format/format-date.js';
import { toLabel } from '../../ui/format/label.js';
import { toText } from '../../ui/forms/form-values.js';
import { atDefaultHour } from './due-time.js';
import type { Task } from './task-queries.js';

/** Initial values of a new task. */
export interface TaskStart {
  readonly lead?: { readonly id: string; readonly name: string };
  /** Day on which the task is due, such as `2026-03-04`. */
  readonly day?: string;
}

/** Values under the API's field names, so that its errors appear at their fields. */
export type TaskValues = {
  readonly lead_id: string | null;
  readonly title: string;
  readonly type: string;
  readonly due_at: string;
  readonly assigned_agent: string | null;
  readonly notes: string;
};

/** Fields of a task that the form changes. */
export type TaskBody = Pick<Task, 'lead_id' | 'title' | 'type' | 'due_at' | 'assigned_agent' | 'notes'>;

export function toTaskValues({ lead_id, title, type, due_at, assigned_agent, notes }: Task): TaskValues {
  return { lead_id, title, type, due_at: toDateTimeInput(new Date(due_at)), assigned_agent, notes: notes ?? '' };
}

/** Returns the values of a new task. */
export function startTask({ lead, day }: TaskStart): TaskValues {
  const due_at = day === undefined ? '' : toDateTimeInput(atDefaultHour(day));
  return { lead_id: lead?.id ?? null, title: '', type: 'call', due_at, assigned_agent: null, notes: '' };
}

export function checkTask({ lead_id, title, due_at }: TaskValues): Record<string, string> {
  return {
    ...(lead_id === null ? { lead_id: 'Choose a lead.' } : {}),
    ...(title.trim() === '' ? { title: 'Enter a title.' } : {}),
    ...(due_at === '' ? { due_at: 'Choose a date and time.' } : {}),
  };
}

/** Converts the form's values to the API's body. */
export function toTaskBody({ lead_id, title, type, due_at, assigned_agent, notes }: TaskValues): TaskBody {
  return {
    lead_id: lead_id ?? '',
    title: title.trim(),
    type: taskTypes.find((one) => one === type) ?? 'other',
    due_at: due_at === '' ? '' : new Date(due_at).toISOString(),
    assigned_agent,
    notes: toText(notes),
  };
}

export const taskLabels = { due_at: 'Due', assigned_agent: 'Assigned to' };

/** Formats a field's value for the notice about a conflict. */
export function describeTaskValue(path: string, value: unknown, names: ReadonlyMap<string, string>): string {
  if (path === 'assigned_agent') return value === null ? 'Nobody' : (names.get(String(value)) ?? 'Somebody');
  if (typeof value !== 'string' || value === '') return '–';
  if (path === 'due_at') return formatDateTime(value);
  return path === 'type' ? toLabel(value) : value;
}
