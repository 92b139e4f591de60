import type { Lead } from '../../leads/model/lead.js';
import { assignTask, createTask, type Task } from './task.js';

/** Returns the task of the lead's own follow-up. Returns null if there is none. */
export function createFollowUpTask(lead: Lead): Task | null {
  const { id, follow_up_task, follow_up_at, assigned_agent, updated_at } = lead;
  if (!follow_up_task || !follow_up_at) return null;
  const input = { lead_id: id, title: 'Follow up', type: 'follow_up', due_at: follow_up_at, assigned_agent } as const;
  return createTask(input, follow_up_task, updated_at);
}

/** Task before and after a change. Null before it is created and after it is deleted. */
export interface TaskChange {
  readonly before: Task | null;
  readonly after: Task | null;
}

/**
 * Decides how a lead's own follow-up task changes with the lead. The task moves to the lead's new agent, unless it was
 * assigned to somebody else.
 */
export function followLead(before: Lead, after: Lead, stored: Task | null): TaskChange {
  const { follow_up_task, follow_up_at, updated_at } = after;
  if (!follow_up_task || !follow_up_at) return { before: stored, after: null };
  if (!stored) return { before: null, after: createFollowUpTask(after) };
  const isOfAgent = stored.assigned_agent === before.assigned_agent;
  const assigned = isOfAgent ? assignTask(stored, after.assigned_agent, updated_at) : stored;
  if (assigned.due_at.getTime() === follow_up_at.getTime()) return { before: stored, after: assigned };
  return { before: stored, after: { ...assigned, due_at: follow_up_at, updated_at } };
}
