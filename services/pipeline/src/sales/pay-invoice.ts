import { setTimeout as sleep } from 'node:timers/promises';
import { answering, type Caller } from '@plotline/kit/caller';
import { conflict, notFound } from '@plotline/kit/errors';
import { diff } from '@plotline/kit/journal/diff';
import type { Context } from '../context.js';
import { dealTallies } from '../domain/deal-tally.js';
import { type Invoice, payInvoice as pay } from '../domain/invoice.js';
import { invoiceAnswer } from './invoice-answer.js';
import { invoiceJson } from './invoice-json.js';
import { Overtaken } from './overtaken.js';

const attempts = 20;

async function tryPaying(context: Context, caller: Caller, id: string): Promise<Invoice> {
  const { invoices, deals, tallies, clock, runtime } = context;
  const before = await invoices.get(caller, id);
  if (!before) throw notFound();
  const now = clock();
  const after = pay(before, now);
  if (after === before) return before;
  const deal = await deals.expect(caller, before.deal_id);
  const paid = { ...after, version: after.version + 1 };
  await runtime.journal.commit(
    answering(caller, invoiceAnswer(paid)),
    async (session) => {
      if (!(await invoices.save(caller, after, session))) throw new Overtaken();
      await tallies.record(caller, dealTallies(deal, before.status), dealTallies(deal, after.status), session);
      const changes = diff(invoiceJson(before), invoiceJson(after));
      const description = `The invoice ${after.number} was paid.`;
      return [{ subject: id, type: 'field_update', description, changes, events: [] }];
    },
    now,
  );
  return paid;
}

/** Marks an invoice as paid; again it changes nothing. Rejects with NOT_FOUND, or CONFLICT when it is void. */
export async function payInvoice(context: Context, caller: Caller, id: string): Promise<Invoice> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      return await tryPaying(context, caller, id);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
    await sleep(Math.random() * 10 * attempt);
  }
  throw conflict('The invoice is being changed by many at once; try again.');
}
