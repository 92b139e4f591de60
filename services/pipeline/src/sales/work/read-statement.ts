import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';
import type { InvoiceRecords } from '../model/papers.js';
import type { StatementRecords } from '../model/statement.js';
import { completeTotals } from '../store/deal-totals.js';

type StatementContext = Pick<Context, 'counters' | 'deals' | 'instalments' | 'invoices' | 'payments'>;

/** Reads a deal with its instalments, invoices and payments, all from one snapshot. Rejects with NOT_FOUND. */
export function readStatement(context: StatementContext, caller: Caller, dealId: string): Promise<StatementRecords> {
  const { counters, deals, instalments, invoices, payments } = context;
  return counters.inSnapshot(caller, async (session) => {
    const found = await deals.get(caller, dealId, session);
    if (!found) throw notFound();
    const [deal = found] = await completeTotals(invoices, caller, [found], session);
    return {
      deal,
      instalments: await instalments.listOfDeal(caller, dealId, session),
      invoices: await invoices.listOfDeals(caller, [dealId], session),
      payments: await payments.listOfDeal(caller, dealId, session),
    };
  });
}

/** Reads an invoice with its related records, all from one snapshot. Rejects with NOT_FOUND. */
export function readInvoice(context: StatementContext, caller: Caller, invoiceId: string): Promise<InvoiceRecords> {
  const { counters, deals, instalments, invoices, payments } = context;
  return counters.inSnapshot(caller, async (session) => {
    const invoice = await invoices.get(caller, invoiceId, session);
    const deal = invoice && (await deals.get(caller, invoice.deal_id, session));
    if (!deal) throw notFound();
    const { instalment_id: instalmentId = null } = invoice;
    return {
      invoice,
      deal,
      instalment: instalmentId === null ? null : await instalments.get(caller, instalmentId, session),
      payments: await payments.listOfInvoice(caller, invoiceId, session),
    };
  });
}
