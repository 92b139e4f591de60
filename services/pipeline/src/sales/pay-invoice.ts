import { notFound } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import { diff } from '@plotline/kit/journal/diff';
import { retryOnConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { Context } from '../context.js';
import { dealTallies } from '../domain/deal-tally.js';
import { payInvoice as pay } from '../domain/invoice.js';
import { invoiceAnswer } from './invoice-answer.js';
import { invoiceJson } from './invoice-json.js';

async function tryPaying(context: Context, command: Command, id: string): Promise<Answer> {
  const { caller } = command;
  const { invoices, deals, tallies, clock, runtime } = context;
  const before = await invoices.get(caller, id);
  if (!before) throw notFound();
  const now = clock();
  const after = pay(before, now);
  if (after === before) return invoiceAnswer(before);
  const deal = await deals.expect(caller, before.deal_id);
  const { answer } = await runtime.journal.commit(
    command,
    async (session) => {
      const paid = await invoices.save(caller, after, session);
      await tallies.record(caller, dealTallies(deal, before.status), dealTallies(deal, after.status), session);
      const changes = diff(invoiceJson(before), invoiceJson(after));
      const description = `The invoice ${after.number} was paid.`;
      const entries = [{ subject: id, type: 'field_update', description, changes, events: [] }];
      return { entries, answer: invoiceAnswer(paid) };
    },
    now,
  );
  return answer;
}

/** Marks an invoice as paid; again it changes nothing. Rejects with NOT_FOUND, or CONFLICT when it is void. */
export function payInvoice(context: Context, command: Command, id: string): Promise<Answer> {
  return retryOnConflict(() => tryPaying(context, command, id));
}
