import type { Caller } from '@plotline/kit/core/caller';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import { diff, type EntryInput, type EventInput, previousValues } from '@plotline/kit/store/journal/entry';
import type { Invoice } from '../model/deal.js';
import { toInstalmentJson, toInvoiceJson, toPaymentJson } from '../model/deal-json.js';
import type { Instalment } from '../model/instalment.js';
import type { IssuedInvoice } from '../model/issue-invoice.js';
import type { PaymentChange } from '../model/record-payment.js';

type TimeZoned = Pick<Caller, 'timeZone'>;

function describeInvoiced(planned: Instalment, invoiced: Instalment): EventInput {
  const data = toInstalmentJson(invoiced);
  const previous = previousValues(diff(toInstalmentJson(planned), data));
  return { name: 'instalment.invoiced', version: invoiced.version, data, previous };
}

/** Returns the event of an invoice that a payment has settled. Returns no event while there is a balance. */
function describePaid(before: Invoice, after: Invoice, { timeZone }: TimeZoned): EventInput[] {
  if (after.status !== 'paid') return [];
  const today = toLocalDay(after.updated_at, timeZone);
  const data = toInvoiceJson(after, today);
  const previous = previousValues(diff(toInvoiceJson(before, today), data));
  return [{ name: 'invoice.paid', version: after.version, data, previous }];
}

function describePaymentEvents(before: Invoice, { payment, invoice }: PaymentChange, caller: TimeZoned): EventInput[] {
  const recorded = { name: 'payment.recorded', version: payment.version, data: toPaymentJson(payment) };
  return [recorded, ...describePaid(before, invoice, caller)];
}

/**
 * Returns the events of an issued invoice: the events of the instalment, of the invoice itself, and of a deposit that
 * pays it.
 */
export function listIssueEvents({ planned, issued, deposited }: IssuedInvoice, caller: TimeZoned): EventInput[] {
  const { instalment, invoice } = issued;
  const data = toInvoiceJson(invoice, toLocalDay(invoice.created_at, caller.timeZone));
  return [
    ...(planned && instalment ? [describeInvoiced(planned, instalment)] : []),
    { name: 'invoice.created', version: invoice.version, data },
    ...(deposited ? describePaymentEvents(invoice, deposited, caller) : []),
  ];
}

/** Creates the entry of an invoice that was issued after the sale. */
export function describeIssue(one: IssuedInvoice, caller: TimeZoned): EntryInput {
  const { invoice } = one.issued;
  const description = `The invoice ${invoice.number} was issued for ${invoice.amount} ${invoice.currency}.`;
  return { subject: invoice.id, type: 'created', description, events: listIssueEvents(one, caller) };
}

/** Creates the entry of a recorded payment. */
export function describePayment(before: Invoice, change: PaymentChange, caller: TimeZoned): EntryInput {
  const { invoice, payment } = change;
  const today = toLocalDay(invoice.updated_at, caller.timeZone);
  return {
    subject: invoice.id,
    type: 'field_update',
    description: `${payment.amount} ${payment.currency} was paid for the invoice ${invoice.number}.`,
    changes: diff(toInvoiceJson(before, today), toInvoiceJson(invoice, today)),
    events: describePaymentEvents(before, change, caller),
  };
}

/** Creates the entry of a reversed payment. */
export function describeReversal(before: Invoice, { invoice, payment }: PaymentChange, caller: TimeZoned): EntryInput {
  const today = toLocalDay(invoice.updated_at, caller.timeZone);
  return {
    subject: invoice.id,
    type: 'field_update',
    description: `A payment of ${payment.amount} ${payment.currency} for the invoice ${invoice.number} was reversed.`,
    changes: diff(toInvoiceJson(before, today), toInvoiceJson(invoice, today)),
    events: [{ name: 'payment.deleted', version: payment.version, data: toPaymentJson(payment) }],
  };
}
