import type { Caller } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import { parseMoment } from '@plotline/kit/core/time-zone';
import type { Context } from '../../context.js';
import { checkReferences } from '../../leads/api/lead-body.js';
import type { TaskType } from '../model/task.js';

/** Fields of a task that a client may write. */
export interface TaskBody {
  readonly title?: string;
  readonly type?: TaskType;
  readonly due_at?: string;
  readonly assigned_agent?: string | null;
  readonly notes?: string | null;
}

/** Body of a new task. */
export interface NewTaskBody extends TaskBody {
  readonly lead_id: string;
  readonly title: string;
  readonly type: TaskType;
  readonly due_at: string;
}

/** Reads the due time. A day stands for its start in the workspace's time zone. */
export function readDueAt(text: string, { timeZone }: Pick<Caller, 'timeZone'>): Date {
  return parseMoment(text, timeZone);
}

/** Finds a due time that the contract's format allows but `Date` doesn't, such as a leap second. */
export function findDueFaults({ due_at }: TaskBody): ProblemDetail[] {
  const isWrong = due_at !== undefined && Number.isNaN(Date.parse(due_at));
  return isWrong ? [{ field: 'due_at', message: 'must be a valid date-time' }] : [];
}

/** Returns the error for an agent who doesn't exist or is deactivated. */
export async function findAgentFaults(
  context: Pick<Context, 'agents' | 'listings'>,
  caller: Caller,
  { assigned_agent }: TaskBody,
): Promise<readonly ProblemDetail[]> {
  if (typeof assigned_agent !== 'string') return [];
  const [checked] = await checkReferences(context, caller, [{ assigned_agent }]);
  return checked?.faults ?? [];
}
