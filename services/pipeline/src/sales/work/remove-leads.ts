import type { Caller } from '@plotline/kit/core/caller';
import type { ChangeTime, EntryInput } from '@plotline/kit/store/journal/entry';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import type { Lead } from '../../leads/model/lead.js';
import { describeErasure } from '../../leads/store/lead-entries.js';

/**
 * Deletes leads without an active deal, with their timelines and tasks, in the transaction that has read them. Resolves
 * to the journal entries.
 */
export async function removeLeads(
  { leads, tasks, deals, sales, runtime }: Pick<Context, 'leads' | 'tasks' | 'deals' | 'sales' | 'runtime'>,
  caller: Caller,
  removed: readonly Lead[],
  { time, session }: { readonly time: ChangeTime; readonly session: TransactionSession },
): Promise<readonly EntryInput[]> {
  const deletedAt = time.after(...removed);
  const ids = removed.map(({ id }) => id);
  await deals.removeNotes(caller, ids, session);
  await sales.removeNotes(caller, ids, session);
  await tasks.removeOfLeads(caller, ids, session);
  await runtime.journal.eraseAll(caller, ids, session);
  await leads.removeAll(caller, removed, session);
  return removed.map((lead) => describeErasure(lead, deletedAt));
}
