import { addMoney } from '../../counters/model/money.js';
import { type Deal, formatInvoiceNumber, getDealTotals, type Invoice } from './deal.js';
import { type Instalment, setStatus } from './instalment.js';
import { type PaidRecords, type PaymentChange, takeDeposit } from './record-payment.js';

export interface InvoiceFacts {
  readonly invoiceId: string;
  /** Sequential number of this invoice in the workspace. */
  readonly invoiceCount: number;
  /** Id of the payment, if a deposit pays the invoice. */
  readonly paymentId: string;
}

/** An invoice with its instalment. Both are stored in one transaction with the deal. */
export interface IssuedInvoice {
  /** The instalment before it was invoiced. Null if the invoice is for the whole deal. */
  readonly planned: Instalment | null;
  /** The records when the invoice is issued, without a payment. */
  readonly issued: PaidRecords;
  /** Payment from a deposit; null if there is none. */
  readonly deposited: PaymentChange | null;
  /** The records to store. */
  readonly stored: PaidRecords;
}

interface Issue extends InvoiceFacts {
  readonly deal: Deal;
  readonly planned: Instalment | null;
  readonly amount: number;
  readonly dueOn: string | null;
}

function createInvoice({ deal, planned, amount, dueOn, invoiceId, invoiceCount }: Issue, now: Date): Invoice {
  return {
    id: invoiceId,
    version: 1,
    number: formatInvoiceNumber(invoiceCount),
    deal_id: deal.id,
    lead_id: deal.lead_id,
    amount,
    currency: deal.currency,
    status: 'open',
    due_on: dueOn,
    instalment_id: planned?.id ?? null,
    paid_amount: 0,
    issued_at: now,
    paid_at: null,
    voided_at: null,
    created_at: now,
    updated_at: now,
  };
}

function issue(what: Issue, now: Date): IssuedInvoice {
  const { deal, planned, amount, dueOn, invoiceId, paymentId } = what;
  const invoiced = addMoney(getDealTotals(deal).invoiced, amount);
  const issued = {
    invoice: createInvoice(what, now),
    deal: { ...deal, version: deal.version + 1, invoiced, updated_at: now },
    instalment: planned && { ...setStatus(planned, 'invoiced', now), invoice_id: invoiceId, due_on: dueOn },
  };
  const deposited = takeDeposit(issued, paymentId, now);
  return { planned, issued, deposited, stored: deposited ?? issued };
}

/** Issues the invoice for the whole value of a deal without instalments. */
export function issueInvoice(deal: Deal, facts: InvoiceFacts, now: Date): IssuedInvoice {
  return issue({ ...facts, deal, planned: null, amount: deal.value, dueOn: null }, now);
}

/**
 * Issues the invoice of an instalment, with the given due day. Returns null if the instalment isn't planned or its deal
 * is cancelled.
 */
export function invoiceInstalment(
  planned: Instalment,
  deal: Deal,
  { dueOn, ...facts }: InvoiceFacts & { readonly dueOn: string },
  now: Date,
): IssuedInvoice | null {
  if (planned.status !== 'planned' || deal.status !== 'closed') return null;
  return issue({ ...facts, deal, planned, amount: planned.amount, dueOn }, now);
}
