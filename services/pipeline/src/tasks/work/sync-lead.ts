import type { Caller } from '@plotline/kit/core/caller';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { adoptFollowUp, applyTasks } from '../../leads/model/follow-up.js';
import type { Lead } from '../../leads/model/lead.js';
import { isOpen } from '../model/task.js';

export type SyncContext = Pick<Context, 'tasks' | 'followUps' | 'leadFollowUps'>;

/**
 * Sets a lead's `next_follow_up` to the due time of its earliest open task, after a task was written in the same
 * transaction. Always writes the lead, so that concurrent changes to its tasks conflict. Resolves to the journal
 * entries.
 */
export async function syncLead(
  { tasks, followUps, leadFollowUps }: SyncContext,
  caller: Caller,
  lead: Lead,
  now: Date,
  session: TransactionSession,
): Promise<EntryInput[]> {
  const adopted = adoptFollowUp(lead);
  const adoption = await followUps.save(caller, [{ before: lead, after: adopted }], session);
  const ownId = adopted.follow_up_task ?? null;
  const own = ownId === null ? null : await tasks.get(caller, ownId, session);
  const othersDueAt = await tasks.findEarliestDue(caller, lead.id, ownId, session);
  const after = applyTasks(adopted, { own: own && isOpen(own) ? own : null, othersDueAt }, now);
  return [...adoption, ...(await leadFollowUps.save(caller, lead, after, session))];
}
