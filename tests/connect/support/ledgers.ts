import type { Ledger, Payable, ReceivedPayment } from '@plotline/connect/peers/ledger';
import { conflict, notFound } from '@plotline/kit/core/errors';

/** Invoices and deposits in memory. They record a payment once per reference, as pipeline and inventory do. */
export interface TestLedger extends Ledger {
  /** Unpaid amounts by record id. */
  readonly payable: Map<string, Payable>;
  readonly recorded: ReceivedPayment[];
  readonly takenBack: string[];
  /** Number of calls that fail, as when the service is unavailable. The next call succeeds. */
  outages: number;
}

function createTestLedger(): TestLedger {
  const ledger: TestLedger = {
    payable: new Map(),
    recorded: [],
    takenBack: [],
    outages: 0,
    getPayable: async (_caller, id) => {
      const payable = ledger.payable.get(id);
      if (!payable) throw notFound();
      return payable;
    },
    record: async (_caller, payment) => {
      if (ledger.outages > 0) {
        ledger.outages -= 1;
        throw new Error('The service is away.');
      }
      if (ledger.recorded.some(({ reference }) => reference === payment.reference)) return;
      const payable = ledger.payable.get(payment.subjectId);
      if (!payable) throw notFound();
      if (payment.amount > payable.balance) throw conflict('The payment is more than the balance.', 'overpayment');
      ledger.payable.set(payment.subjectId, { ...payable, balance: payable.balance - payment.amount });
      ledger.recorded.push(payment);
    },
    takeBack: async (_caller, { reference }) => {
      const isRecorded = ledger.recorded.some((payment) => payment.reference === reference);
      if (isRecorded && !ledger.takenBack.includes(reference)) ledger.takenBack.push(reference);
    },
  };
  return ledger;
}

export interface TestLedgers {
  readonly invoice: TestLedger;
  readonly hold: TestLedger;
}

export const createTestLedgers = (): TestLedgers => ({ invoice: createTestLedger(), hold: createTestLedger() });
