import { type Answer, ok, withVersion } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { diff, previousValues } from '@plotline/kit/store/journal/entry';
import { nextVersion, retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { Context } from '../../context.js';
import { countDeal } from '../model/count-deal.js';
import { type Invoice, markInvoicePaid } from '../model/deal.js';
import { toInvoiceJson } from '../model/deal-json.js';

function toInvoiceAnswer(invoice: Invoice): Answer {
  return withVersion(ok(toInvoiceJson(invoice)), invoice.version);
}

async function tryPay(context: Context, command: Command, id: string): Promise<Answer> {
  const { invoices, deals, counters, runtime } = context;
  const { caller } = command;
  const before = await invoices.get(caller, id);
  if (!before) throw notFound();
  const deal = await deals.getExisting(caller, before.deal_id);
  const { answer } = await runtime.journal.commit(command, async (session, time) => {
    const paid = markInvoicePaid(before, time.after(before));
    if (paid === before) return { entries: [], answer: toInvoiceAnswer(before) };
    const stored = await invoices.change(caller, { before, after: paid }, session);
    await counters.record(caller, countDeal(deal, before.status), countDeal(deal, paid.status), session);
    const data = toInvoiceJson(paid);
    const changes = diff(toInvoiceJson(before), data);
    const description = `The invoice ${paid.number} was paid.`;
    const version = nextVersion(before, paid);
    const events = [{ name: 'invoice.paid', version, data, previous: previousValues(changes) }];
    const entry = { subject: id, type: 'field_update', description, changes, events };
    return { entries: [entry], answer: toInvoiceAnswer(stored) };
  });
  return answer;
}

/** Marks an invoice as paid and resolves to the answer. Rejects with NOT_FOUND, or CONFLICT when it is void. */
export function payInvoice(context: Context, command: Command, id: string): Promise<Answer> {
  return retryOnConflict(() => tryPay(context, command, id));
}
