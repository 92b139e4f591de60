import { cancelCommission } from '@plotline/pipeline/sales/model/commission';
import { cancelDeal, formatInvoiceNumber, haveSameTerms, voidInvoice } from '@plotline/pipeline/sales/model/deal';
import { closeSale } from '@plotline/pipeline/sales/model/sale';
import { expect } from 'chai';
import { sampleLead } from '../../support/sample-lead.js';
import { sampleFacts, sampleSale } from '../../support/sample-sale.js';

const now = new Date('2026-03-02T12:00:00.000Z');
const later = new Date('2026-03-03T12:00:00.000Z');
const { deal, commission, invoices } = closeSale(sampleSale(), sampleLead(), sampleFacts, now);
const [issued] = invoices;
if (!issued) throw new Error('The sale has no invoice.');
const { invoice } = issued.stored;

describe('haveSameTerms', () => {
  const terms = { property_id: 'unit_1', value: 100, commission: 5, notes: 'Cash' };

  it('is true when only the notes differ', () => {
    expect(haveSameTerms(terms, { ...terms })).to.equal(true);
    expect(haveSameTerms(terms, { ...terms, notes: null })).to.equal(true);
  });

  for (const other of [{ property_id: 'unit_2' }, { value: 101 }, { commission: null }]) {
    it(`is false when ${Object.keys(other)[0]} differs`, () =>
      expect(haveSameTerms(terms, { ...terms, ...other })).to.equal(false));
  }
});

describe('a cancelled deal', () => {
  it('has a cancelled commission and a void invoice', () => {
    expect(cancelDeal(deal, later)).to.include({ status: 'cancelled', cancelled_at: later, closed_at: now });
    expect(cancelCommission(commission, later)).to.include({ status: 'cancelled', updated_at: later });
    expect(voidInvoice(invoice, later)).to.include({ status: 'void', voided_at: later, paid_at: null });
  });

  it('is unchanged when it is cancelled again', () => {
    const cancelled = cancelDeal(deal, now);
    expect(cancelDeal(cancelled, later)).to.equal(cancelled);
    const void1 = voidInvoice(invoice, now);
    expect(voidInvoice(void1, later)).to.equal(void1);
  });

  for (const paid of [{ status: 'paid' }, { status: 'partially_paid', paid_amount: 0.01 }] as const) {
    it(`can't be cancelled when its invoice is ${paid.status}`, () => {
      expect(() => voidInvoice({ ...invoice, ...paid }, later))
        .to.throw()
        .with.property('reason', 'invoice_paid');
    });
  }
});

describe('an invoice', () => {
  it('has a number that sorts as text up to a million, and is longer above that', () => {
    expect([1, 42, 999_999, 1_000_000].map(formatInvoiceNumber)).to.deep.equal([
      'INV-000001',
      'INV-000042',
      'INV-999999',
      'INV-1000000',
    ]);
  });
});
