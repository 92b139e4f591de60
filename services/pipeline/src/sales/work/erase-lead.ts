import { type Answer, noContent } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import type { Lead } from '../../leads/model/lead.js';
import { describeErasure } from '../../leads/store/lead-entries.js';
import { getPaidAmount } from '../model/deal.js';

/**
 * Throws CONFLICT if the lead has an active deal. Moving the lead to another stage cancels the deal, unless something
 * is paid.
 */
async function refuseLiveDeal(
  { invoices }: Pick<Context, 'invoices'>,
  caller: Caller,
  dealId: string,
  session: TransactionSession,
): Promise<void> {
  const paid = (await invoices.listOfDeals(caller, [dealId], session)).find((invoice) => getPaidAmount(invoice) > 0);
  if (paid)
    throw conflict('The lead has a deal with a paid invoice, so it cannot be deleted.', 'invoice_paid', {
      invoice_id: paid.id,
    });
  const message = 'The lead has an active deal. Move the lead to a stage other than won first.';
  throw conflict(message, 'lead_has_live_deal', { deal_id: dealId });
}

/**
 * Deletes a lead with its timeline and tasks, unless `assert` throws. Cancelled deals are kept, without the notes about
 * the person. Rejects with NOT_FOUND, or with CONFLICT when the lead has a deal that is not cancelled.
 */
export async function eraseLead(
  context: Pick<Context, 'leads' | 'tasks' | 'deals' | 'invoices' | 'sales' | 'runtime'>,
  command: Command,
  id: string,
  assert: (lead: Lead) => void,
): Promise<Answer> {
  const { leads, tasks, deals, invoices, sales, runtime } = context;
  const { caller } = command;
  const { answer } = await runtime.journal.commit(command, async (session, time) => {
    const lead = await leads.getExisting(caller, id, session);
    const deletedAt = time.after(lead);
    assert(lead);
    if (lead.deal_id !== null) await refuseLiveDeal({ invoices }, caller, lead.deal_id, session);
    await deals.removeNotes(caller, [id], session);
    await sales.removeNotes(caller, [id], session);
    await tasks.removeOfLeads(caller, [id], session);
    await runtime.journal.erase(caller, id, session);
    await leads.remove(caller, lead, session);
    return { entries: [describeErasure(lead, deletedAt)], answer: noContent() };
  });
  return answer;
}
