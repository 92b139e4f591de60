import {
  type AccessPaths,
  matchAny,
  matchRange,
  matchTimeRanges,
  type TimeRanges,
  timeRanges,
} from '@plotline/kit/store/lists/access-path';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import type { Filter } from '@plotline/kit/store/records/records';
import type { TaskType } from '../model/task.js';

/** Validated parameters of a list of tasks, keyed by name. */
export interface TaskQuery extends ListQuery, TimeRanges {
  readonly lead_id?: string;
  readonly agent_id?: string;
  /** Joined by OR. */
  readonly type?: readonly TaskType[];
  readonly done?: boolean;
  readonly due_after?: string;
  readonly due_before?: string;
}

const byDue = { order: 'due_at' } as const;

/** The most selective path is first. */
export const taskPaths: AccessPaths = {
  ranges: [timeRanges, ['due_at']],
  paths: [
    { index: 'lead_done_due', fields: ['lead_id', 'derived.done'], ...byDue, sorts: 'few' },
    { index: 'lead_id', fields: ['lead_id'], sorts: 'few' },
    { index: 'agent_done_due', fields: ['assigned_agent', 'derived.done'], ...byDue, precedesRanges: true },
    { index: 'assigned_agent', fields: ['assigned_agent'], sorts: 'few' },
    { index: 'done_due', fields: ['derived.done'], ...byDue, precedesRanges: true },
    { index: 'created_at' },
    { index: 'updated_at', order: 'updated_at', counts: [{ index: 'created_at' }] },
    { index: 'due_at', ...byDue, counts: [{ index: 'created_at' }] },
  ],
};

/** Converts the query to a MongoDB filter. */
export function toTaskFilter(query: TaskQuery): Filter {
  const { lead_id, agent_id, type, done, due_after, due_before } = query;
  const due_at = matchRange(['due_after', due_after], ['due_before', due_before]);
  return {
    ...(lead_id !== undefined && { lead_id }),
    ...(agent_id !== undefined && { assigned_agent: agent_id }),
    ...(done !== undefined && { 'derived.done': done }),
    ...(type && { type: matchAny(type) }),
    ...(due_at && { due_at }),
    ...matchTimeRanges(query),
  };
}
