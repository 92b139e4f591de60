import { expect } from 'chai';
import { madeUpSale, madeUpSnapshot } from '../made-up/snapshot.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import { checkPayments } from './payments.js';

const { deal, invoice } = madeUpSale(1, { payment_plan_id: 'plan_1', invoiced: 500, paid: 120.3 });
const base = {
  deals: [deal],
  invoices: [{ ...invoice, instalment_id: 'inst_1', paid_amount: 120.3, balance: 379.7 }],
  instalments: [{ id: 'inst_1', deal_id: deal.id, amount: 500 }],
  payments: new Map([
    [
      invoice.id,
      [
        { id: 'pay_1', amount: 100.1, reversed_at: null },
        { id: 'pay_2', amount: 20.2, reversed_at: null },
        { id: 'pay_3', amount: 5, reversed_at: '2026-01-01T10:00:00.000Z' },
      ],
    ],
  ]),
};

describe('the campaign check of payments', () => {
  const messages = (parts: Partial<Snapshot>) =>
    checkPayments(madeUpSnapshot({ ...base, ...parts })).map(({ message }) => message);

  it('accepts payments that add up to the paid amount, without payments that were undone', () => {
    expect(messages({})).to.deep.equal([]);
  });

  it('reports a lost payment, a wrong sum of instalments, and wrong totals', () => {
    const [first] = base.payments.get(invoice.id) ?? [];
    const lost = new Map([[invoice.id, first ? [first] : []]]);
    expect(messages({ payments: lost }).join()).to.include('sum to 100.1');
    expect(messages({ instalments: [{ id: 'inst_1', deal_id: deal.id, amount: 499 }] }).join()).to.include('value');
    expect(messages({ deals: [{ ...deal, paid: 100 }] }).join()).to.include('120.3 is paid');
  });
});
