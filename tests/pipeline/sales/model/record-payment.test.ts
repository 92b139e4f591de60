import type { Deal } from '@plotline/pipeline/sales/model/deal';
import { issueInvoice } from '@plotline/pipeline/sales/model/issue-invoice';
import { recordPayment, reversePayment } from '@plotline/pipeline/sales/model/record-payment';
import { closeSale } from '@plotline/pipeline/sales/model/sale';
import { expect } from 'chai';
import { sampleLead } from '../../support/sample-lead.js';
import { sampleFacts, sampleSale } from '../../support/sample-sale.js';

const now = new Date('2026-03-02T12:00:00.000Z');
const later = new Date('2026-03-03T12:00:00.000Z');

function unpaid(change: Partial<Deal> = {}) {
  const { deal } = closeSale(sampleSale(), sampleLead(), sampleFacts, now);
  const fresh = { ...deal, invoiced: 0, ...change };
  return issueInvoice(fresh, { invoiceId: 'inv_1', invoiceCount: 1, paymentId: 'pay_0' }, now);
}

const cash = (amount: number) =>
  ({ id: 'pay_1', amount, paid_on: '2026-03-02', method: 'cash', reference: null }) as const;

describe('recordPayment', () => {
  it('pays an invoice in parts, exactly', () => {
    let records = unpaid({ value: 0.3 }).stored;
    for (const [paid, status] of [
      [0.1, 'partially_paid'],
      [0.2, 'partially_paid'],
      [0.3, 'paid'],
    ] as const) {
      records = recordPayment(records, cash(0.1), later);
      expect(records.invoice).to.include({ paid_amount: paid, status, paid_at: status === 'paid' ? later : null });
      expect(records.deal.paid).to.equal(paid);
    }
  });

  it('refuses more than the balance, and reports the balance', () => {
    const records = recordPayment(unpaid({ value: 0.3 }).stored, cash(0.1), later);
    expect(() => recordPayment(records, cash(0.21), later))
      .to.throw()
      .that.deep.includes({ reason: 'overpayment', data: { balance: 0.2 } });
  });

  it('refuses a void invoice', () => {
    const { stored } = unpaid();
    expect(() => recordPayment({ ...stored, invoice: { ...stored.invoice, status: 'void' } }, cash(1), later))
      .to.throw()
      .with.property('reason', 'invoice_void');
  });

  it('restores the records when the payment is undone', () => {
    const { stored } = unpaid();
    const half = recordPayment(stored, cash(200_000), later);
    const paid = recordPayment(half, cash(250_000), later);
    const reversed = reversePayment(paid, paid.payment, later);
    expect(reversed.payment.reversed_at).to.equal(later);
    expect(reversed.invoice).to.include({ status: 'partially_paid', paid_amount: 200_000, paid_at: null });
    const back = reversePayment(reversed, half.payment, later);
    expect(back.invoice).to.include({ status: 'open', paid_amount: 0, paid_at: null });
    expect(back.deal.paid).to.equal(0);
  });

  it('accepts a payment for an invoice that an earlier release issued', () => {
    const { stored } = unpaid();
    const { paid_amount: _amount, ...invoice } = stored.invoice;
    const { paid: _paid, invoiced: _invoiced, ...deal } = stored.deal;
    const after = recordPayment({ invoice, deal, instalment: null }, cash(450_000), later);
    expect(after.invoice.status).to.equal('paid');
    expect(after.deal).to.include({ invoiced: 450_000, paid: 450_000 });
  });
});

describe('a deposit', () => {
  for (const [amount, paid, rest] of [
    [20_000, 20_000, null],
    [450_000, 450_000, null],
    [500_000, 450_000, 50_000],
  ] as const) {
    it(`pays ${paid} of the first invoice if it is ${amount}`, () => {
      const { deposited, stored } = unpaid({ open_deposit: { amount, paid_on: '2026-02-01', reference: 'R1' } });
      expect(deposited?.payment).to.include({ amount: paid, paid_on: '2026-02-01', method: 'other', reference: 'R1' });
      expect(stored.invoice).to.include({ paid_amount: paid, status: paid === 450_000 ? 'paid' : 'partially_paid' });
      expect(stored.deal.open_deposit?.amount ?? null).to.equal(rest);
    });
  }
});
