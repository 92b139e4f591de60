import type { Answer } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { countDeal } from '../model/count-deal.js';
import type { Invoice } from '../model/deal.js';
import type { Payment } from '../model/payment.js';
import {
  type NewPayment,
  type PaidRecords,
  type PaymentChange,
  recordPayment,
  reversePayment,
} from '../model/record-payment.js';
import { addTotals } from '../store/deal-totals.js';
import { describePayment, describeReversal } from '../store/payment-entries.js';
import { queueOverdue } from './queue-overdue.js';

type PaymentContext = Pick<
  Context,
  'deals' | 'instalments' | 'invoices' | 'payments' | 'counters' | 'overdueQueue' | 'clock' | 'runtime'
>;

/** Reads an invoice with the records that its payments change. Rejects with NOT_FOUND. */
async function readRecords(
  { deals, instalments, invoices }: PaymentContext,
  caller: Caller,
  id: string,
  session: TransactionSession,
): Promise<PaidRecords> {
  const invoice = await invoices.get(caller, id, session);
  if (!invoice) throw notFound();
  const deal = await deals.getExisting(caller, invoice.deal_id, session);
  const instalmentId = invoice.instalment_id ?? null;
  const instalment = instalmentId === null ? null : await instalments.get(caller, instalmentId, session);
  return { invoice, deal, instalment };
}

/** Stores the records that a payment has changed. Must be the last write of the transaction. */
async function saveRecords(
  { deals, instalments, invoices, counters }: PaymentContext,
  caller: Caller,
  before: PaidRecords,
  after: PaidRecords,
  session: TransactionSession,
): Promise<void> {
  await invoices.change(caller, { before: before.invoice, after: after.invoice }, session);
  if (before.instalment && after.instalment) {
    await instalments.change(caller, { before: before.instalment, after: after.instalment }, session);
  }
  await deals.change(caller, { before: before.deal, after: after.deal }, session);
  const dealBefore = addTotals(before.deal, before.invoice);
  await counters.record(caller, countDeal(dealBefore), countDeal(after.deal), session);
}

/** Change that a request makes to the payments of an invoice. */
interface PaymentDecision {
  readonly invoiceId: string;
  /**
   * Decides in the transaction, and returns null if nothing changes. May throw a Problem. Runs again if the transaction
   * is repeated.
   */
  readonly decide: (
    before: PaidRecords,
    now: Date,
    session: TransactionSession,
  ) => PaymentChange | null | Promise<PaymentChange | null>;
  readonly save: (change: PaymentChange, session: TransactionSession) => Promise<void>;
  readonly describe: (before: Invoice, change: PaymentChange) => EntryInput;
  /** Returns the answer. `change` is null if nothing changed. */
  readonly toAnswer: (invoice: Invoice, change: PaymentChange | null) => Answer;
}

async function tryChange(context: PaymentContext, command: Command, decision: PaymentDecision): Promise<Answer> {
  const { caller } = command;
  const { invoiceId, decide, save, describe, toAnswer } = decision;
  const { answer } = await context.runtime.journal.commit(command, async (session, time) => {
    const before = await readRecords(context, caller, invoiceId, session);
    const { invoice, deal, instalment } = before;
    const now = time.after(invoice, deal, ...(instalment ? [instalment] : []));
    const change = await decide(before, now, session);
    if (!change) return { entries: [], answer: toAnswer(invoice, null) };
    await save(change, session);
    await saveRecords(context, caller, before, change, session);
    return { entries: [describe(invoice, change)], answer: toAnswer(change.invoice, change) };
  });
  return answer;
}

/** A payment to record. */
export interface PaymentRequest {
  readonly invoiceId: string;
  /** Returns the payment, or null for none. May throw a Problem. */
  readonly decide: (invoice: Invoice, now: Date) => NewPayment | null;
  readonly toAnswer: PaymentDecision['toAnswer'];
}

/**
 * Records a payment of an invoice. Rejects with NOT_FOUND or with the error that `decide` throws. Rejects with CONFLICT
 * if the invoice is void or the payment is more than its balance.
 */
export function addPayment(
  context: PaymentContext,
  command: Command,
  { invoiceId, decide, toAnswer }: PaymentRequest,
): Promise<Answer> {
  const { caller } = command;
  const { payments } = context;
  return retryOnConflict(() =>
    tryChange(context, command, {
      invoiceId,
      decide: (before, now) => {
        const payment = decide(before.invoice, now);
        return payment && recordPayment(before, payment, now);
      },
      save: (change, session) => payments.add(caller, change.payment, session),
      describe: (before, change) => describePayment(before, change, caller),
      toAnswer,
    }),
  );
}

/** Request to reverse a payment of an invoice. */
export interface ReversalRequest {
  readonly invoiceId: string;
  readonly paymentId: string;
  /** Throws when the payment may not be reversed. */
  readonly assert: (payment: Payment) => void;
  readonly toAnswer: PaymentDecision['toAnswer'];
}

/** Reverses a payment. Rejects with NOT_FOUND if the invoice has no such payment, or if it was already reversed. */
export function takePaymentBack(
  context: PaymentContext,
  command: Command,
  { invoiceId, paymentId, assert, toAnswer }: ReversalRequest,
): Promise<Answer> {
  const { caller } = command;
  const { payments } = context;
  return retryOnConflict(async () => {
    let before: Payment | null = null;
    return tryChange(context, command, {
      invoiceId,
      decide: async (records, now, session) => {
        before = await payments.get(caller, paymentId, session);
        if (!before || before.invoice_id !== invoiceId || before.reversed_at) throw notFound();
        assert(before);
        return reversePayment(records, before, now);
      },
      save: async ({ payment, invoice }, session) => {
        if (before) await payments.change(caller, { before, after: payment }, session);
        // The reversal makes the invoice unpaid again.
        await queueOverdue(context, caller, [invoice], session);
      },
      describe: (invoice, change) => describeReversal(invoice, change, caller),
      toAnswer,
    });
  });
}
