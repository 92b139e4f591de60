import type { Actor } from '@plotline/kit/core/caller';

/** Secret address at which calendar apps read open tasks. */
export interface TaskCalendar {
  readonly id: string;
  readonly version: number;
  /** Id of the person or key that created the calendar. */
  readonly owner_id: string;
  readonly owner: Actor;
  /** Hash of the token in the calendar's address. The token itself is not stored. */
  readonly token_hash: string;
  readonly token_last4: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Fields of a task that its event shows, in the form that RecordsService.ReadRecords returns. */
export interface ListedTask {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly due_at: string;
  readonly notes: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly lead_id: string;
  readonly lead_name: string | null;
  readonly lead_email: string | null;
}

const dayMs = 24 * 3_600_000;
/** Time after which overdue tasks disappear from a calendar. */
const maxOverdueMs = 90 * dayMs;
/** Duration of an event. It is fixed, because a task only has a due time. */
const eventMs = 30 * 60_000;

/** Returns the query for the tasks of a calendar: the tasks of the person's agent or, for a key, all tasks. */
export function toTaskQuery({ owner: { agentId } }: Pick<TaskCalendar, 'owner'>, now: Date): string {
  const overdue = new Date(now.getTime() - maxOverdueMs).toISOString();
  const query = new URLSearchParams({ done: 'false', due_after: overdue });
  if (agentId !== undefined) query.set('agent_id', agentId);
  return query.toString();
}

/**
 * Returns the event of a task. The event depends only on the task, so that an unchanged calendar has the same bytes.
 */
export function toCalendarEvent(task: ListedTask, dashboardUrl: string) {
  const { id, title, due_at, notes, lead_id, lead_name, lead_email } = task;
  const start = new Date(due_at);
  return {
    id: `${id}@plotline`,
    start,
    end: new Date(start.getTime() + eventMs),
    stamp: new Date(task.updated_at),
    created: new Date(task.created_at),
    lastModified: new Date(task.updated_at),
    summary: lead_name === null ? title : `${title}: ${lead_name}`,
    description: [lead_email, notes].filter((text) => text !== null).join('\n\n'),
    url: `${dashboardUrl}/pipeline/${lead_id}`,
  };
}
