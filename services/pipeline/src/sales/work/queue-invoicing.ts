import type { Caller } from '@plotline/kit/core/caller';
import { startOfDay } from '@plotline/kit/core/time-zone';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { getInvoiceDay, type Instalment } from '../model/instalment.js';

/** Returns the first day on which one of the instalments is to be invoiced. Returns null if none waits for a day. */
export function findNextInvoiceDay(instalments: readonly Instalment[]): string | null {
  const days = instalments.map(getInvoiceDay).filter((day) => day !== null);
  return days.sort()[0] ?? null;
}

/** Queues the deals of planned instalments for the day on which their next invoice is issued. */
export async function queueInvoicing(
  { invoicingQueue, clock }: Pick<Context, 'invoicingQueue' | 'clock'>,
  caller: Pick<Caller, 'workspaceId' | 'mode' | 'requestId' | 'timeZone'>,
  instalments: readonly Instalment[],
  session: TransactionSession,
): Promise<void> {
  const { requestId, timeZone } = caller;
  const state = { time_zone: timeZone };
  for (const dealId of new Set(instalments.map(({ deal_id }) => deal_id))) {
    const day = findNextInvoiceDay(instalments.filter(({ deal_id }) => deal_id === dealId));
    if (day === null) continue;
    const resumeAt = startOfDay(day, timeZone);
    await invoicingQueue.enqueue(caller, { subjectIds: [dealId], requestId, since: clock(), resumeAt, state }, session);
  }
}
