import { type Answer, noContent } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict, notFound } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { describeErasure } from '../store/lead-entries.js';

/** The lead keeps its live deal: a paid invoice keeps that, and else a move to another stage cancels it. Throws CONFLICT. */
async function refuseLiveDeal(
  { invoices }: Pick<Context, 'invoices'>,
  caller: Caller,
  dealId: string,
  session: TransactionSession,
): Promise<void> {
  const invoice = await invoices.getByDeal(caller, dealId, session);
  if (invoice.status === 'paid')
    throw conflict('The lead has a deal whose invoice is paid: both stay.', 'invoice_paid', { invoice_id: invoice.id });
  const message = 'The lead has a live deal; move it to a stage other than won first.';
  throw conflict(message, 'lead_has_live_deal', { deal_id: dealId });
}

/**
 * Deletes a lead with its timeline, unless `assert` throws. Its cancelled deals stay, without what was written about the person.
 * Rejects with NOT_FOUND, and with CONFLICT when it has a deal that is not cancelled.
 */
export async function eraseLead(
  { leads, deals, invoices, sales, runtime }: Pick<Context, 'leads' | 'deals' | 'invoices' | 'sales' | 'runtime'>,
  command: Command,
  id: string,
  assert: (lead: Lead) => void,
): Promise<Answer> {
  const { caller } = command;
  const { answer } = await runtime.journal.commit(command, async (session, time) => {
    const lead = await leads.get(caller, id, session);
    if (!lead) throw notFound();
    const deletedAt = time.after(lead);
    assert(lead);
    if (lead.deal_id !== null) await refuseLiveDeal({ invoices }, caller, lead.deal_id, session);
    await leads.remove(caller, lead, session);
    await deals.removeNotes(caller, id, session);
    await sales.removeNotes(caller, id, session);
    await runtime.journal.erase(caller, id, session);
    return { entries: [describeErasure(lead, deletedAt)], answer: noContent() };
  });
  return answer;
}
