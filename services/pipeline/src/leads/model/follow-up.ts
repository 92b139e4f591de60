import { deriveId } from '@plotline/kit/core/ids';
import type { Lead } from './lead.js';

/** Fields that determine `next_follow_up`, which is the earlier of two due times. */
type Planned = Pick<Lead, 'follow_up_task' | 'follow_up_at' | 'tasks_due_at'>;

/** Fields of a lead that belong to its follow-up. */
type FollowedLead = Planned & Pick<Lead, 'id' | 'next_follow_up' | 'updated_at'>;

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/** Returns the due time of the earliest open task of a lead. Returns null if there is no open task. */
function findNextDue({ follow_up_at, tasks_due_at }: Planned): Date | null {
  const due = [follow_up_at, tasks_due_at].filter((at) => at instanceof Date);
  return due.reduce<Date | null>((first, at) => (first && first <= at ? first : at), null);
}

/** Returns whether both versions of a lead have the same tasks. */
function hasSameTasks(before: Planned, after: Planned): boolean {
  return (
    (before.follow_up_task ?? null) === (after.follow_up_task ?? null) &&
    isSame(before.follow_up_at ?? null, after.follow_up_at ?? null) &&
    isSame(before.tasks_due_at ?? null, after.tasks_due_at ?? null)
  );
}

/**
 * Plans the task of the lead's own follow-up. Its id is derived from the lead and the time, so that a repeated decision
 * gives the same task.
 */
function planFollowUp<L extends FollowedLead>(lead: L, at: Date | null, now: Date): L {
  const follow_up_task = at === null ? null : (lead.follow_up_task ?? deriveId('task', lead.id, now));
  const planned = { ...lead, follow_up_task, follow_up_at: at };
  return { ...planned, next_follow_up: findNextDue(planned) };
}

/**
 * Returns the lead after a client wrote its `next_follow_up`. A time creates or moves the lead's own follow-up task,
 * and null removes it. If another open task is due earlier, that task remains the next follow-up. Returns the same lead
 * if the time doesn't change.
 */
export function writeFollowUp(lead: Lead, at: Date | null, now: Date): Lead {
  return isSame(at, lead.next_follow_up) ? lead : planFollowUp(lead, at, now);
}

/** Returns the lead without its own follow-up. Its other tasks stay. */
export function withoutFollowUp(lead: Lead, now: Date): Lead {
  return lead.follow_up_at ? planFollowUp(lead, null, now) : lead;
}

/**
 * Plans a task for a follow-up from an earlier release of Plotline, which stored no tasks. Returns the same lead if one
 * of its tasks is due at the time of the follow-up.
 */
export function adoptFollowUp<L extends FollowedLead>(lead: L): L {
  const isKnown = isSame(lead.next_follow_up, findNextDue(lead));
  return isKnown ? lead : planFollowUp(lead, lead.next_follow_up, lead.updated_at);
}

/** Summary of a lead's open tasks, on which `next_follow_up` depends. */
export interface OpenTasks {
  /** The lead's own follow-up task; null when it is done or was deleted. */
  readonly own: { readonly id: string; readonly due_at: Date } | null;
  /** Due time of the earliest other open task. */
  readonly othersDueAt: Date | null;
}

/** Returns the lead with these open tasks. Returns the same lead if the tasks don't change. */
export function applyTasks<L extends FollowedLead>(lead: L, { own, othersDueAt }: OpenTasks, now: Date): L {
  const tasks = { follow_up_task: own?.id ?? null, follow_up_at: own?.due_at ?? null, tasks_due_at: othersDueAt };
  const next_follow_up = findNextDue(tasks);
  if (isSame(next_follow_up, lead.next_follow_up)) return hasSameTasks(lead, tasks) ? lead : { ...lead, ...tasks };
  return { ...lead, ...tasks, next_follow_up, updated_at: now };
}
