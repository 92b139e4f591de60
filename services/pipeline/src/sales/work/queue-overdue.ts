import type { Caller } from '@plotline/kit/core/caller';
import { addDays, startOfDay } from '@plotline/kit/core/time-zone';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import type { Invoice } from '../model/deal.js';

/** Returns the time from which an invoice with this due day is overdue. */
export function getOverdueTime(dueOn: string, timeZone: string): Date {
  return startOfDay(addDays(dueOn, 1), timeZone);
}

/**
 * Queues unpaid invoices for the time when they become overdue. Queues none in the sandbox, whose agents have no
 * accounts.
 */
export async function queueOverdue(
  { overdueQueue, clock }: Pick<Context, 'overdueQueue' | 'clock'>,
  caller: Pick<Caller, 'workspaceId' | 'mode' | 'requestId' | 'timeZone'>,
  invoices: readonly Invoice[],
  session: TransactionSession,
): Promise<void> {
  const { mode, requestId, timeZone } = caller;
  if (mode === 'sandbox') return;
  const state = { time_zone: timeZone };
  const unpaid = invoices.filter(({ status }) => status !== 'paid');
  for (const dueOn of new Set(unpaid.map(({ due_on }) => due_on))) {
    if (!dueOn) continue;
    const subjectIds = unpaid.filter(({ due_on }) => due_on === dueOn).map(({ id }) => id);
    const resumeAt = getOverdueTime(dueOn, timeZone);
    await overdueQueue.enqueue(caller, { subjectIds, requestId, since: clock(), resumeAt, state }, session);
  }
}
