import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { DepositsServiceService } from '@plotline/protos/plotline/inventory/v1/deposits';
import { PaymentsServiceService } from '@plotline/protos/plotline/pipeline/v1/payments';

/** Amount that remains to be paid for a record. */
export interface Payable {
  /** For the buyer. */
  readonly title: string;
  readonly balance: number;
  readonly currency: string;
}

/** Payment that a vendor has received. */
export interface ReceivedPayment {
  readonly subjectId: string;
  readonly paymentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly paidAt: Date;
  /** Date of the payment in the workspace's time zone. */
  readonly paidOn: string;
  readonly reference: string;
  /** By default `card`. */
  readonly method?: 'card' | 'bank_transfer';
}

/** Books payments for one kind of record. Every call can be repeated. Rejects with a Problem. */
export interface Ledger {
  getPayable(caller: Caller, subjectId: string): Promise<Payable>;
  record(caller: Caller, payment: ReceivedPayment): Promise<void>;
  takeBack(caller: Caller, payment: Pick<ReceivedPayment, 'subjectId' | 'paymentId' | 'reference'>): Promise<void>;
}

/** Invoice that is not fully paid. */
export interface OpenInvoice {
  readonly id: string;
  readonly number: string;
  readonly balance: number;
  readonly currency: string;
}

/** Reads open invoices, newest first. Rejects with a Problem. */
export type ListOpenInvoices = (caller: Caller) => Promise<readonly OpenInvoice[]>;

/** Maximum pages of invoices that are matched with a statement: 5,000 invoices. */
const maxPages = 50;

/** Creates the function that lists open invoices, from a client of pipeline. */
export function createListOpenInvoices(pipeline: Peer): ListOpenInvoices {
  return async (caller) => {
    const all: OpenInvoice[] = [];
    let cursor = '';
    for (let page = 0; page < maxPages; page += 1) {
      const found = await pipeline.call(PaymentsServiceService.listPayables, { cursor }, { caller });
      all.push(...found.invoices);
      cursor = found.next_cursor;
      if (cursor === '') break;
    }
    return all;
  };
}

/** Ledgers by the kind of record that is paid. */
export interface Ledgers {
  readonly invoice: Ledger;
  readonly hold: Ledger;
}

function createInvoiceLedger(pipeline: Peer): Ledger {
  return {
    getPayable: async (caller, invoice_id) => {
      const { number, balance, currency } = await pipeline.call(
        PaymentsServiceService.getPayable,
        { invoice_id },
        { caller },
      );
      return { title: `Invoice ${number}`, balance, currency };
    },
    record: async (caller, { subjectId, paymentId, amount, currency, paidOn, reference, method = 'card' }) => {
      const payment = { payment_id: paymentId, amount, currency, paid_on: paidOn, reference, method };
      await pipeline.call(PaymentsServiceService.recordPayment, { invoice_id: subjectId, ...payment }, { caller });
    },
    takeBack: async (caller, { subjectId, paymentId }) => {
      const request = { invoice_id: subjectId, payment_id: paymentId };
      await pipeline.call(PaymentsServiceService.takePaymentBack, request, { caller });
    },
  };
}

function createDepositLedger(inventory: Peer): Ledger {
  return {
    getPayable: async (caller, hold_id) => {
      const deposit = await inventory.call(DepositsServiceService.getDeposit, { hold_id }, { caller });
      return { title: 'Deposit', balance: deposit.balance, currency: deposit.currency };
    },
    record: async (caller, { subjectId, amount, currency, paidAt, reference }) => {
      const deposit = { hold_id: subjectId, amount, currency, paid_at: paidAt.getTime(), reference };
      await inventory.call(DepositsServiceService.recordDeposit, deposit, { caller });
    },
    takeBack: async (caller, { subjectId, reference }) => {
      await inventory.call(DepositsServiceService.takeDepositBack, { hold_id: subjectId, reference }, { caller });
    },
  };
}

/** Creates the ledgers from clients of the services that have the records. */
export function createLedgers({ pipeline, inventory }: { readonly pipeline: Peer; readonly inventory: Peer }): Ledgers {
  return { invoice: createInvoiceLedger(pipeline), hold: createDepositLedger(inventory) };
}
