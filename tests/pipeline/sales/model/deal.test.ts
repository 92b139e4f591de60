import {
  cancelCommission,
  cancelDeal,
  formatInvoiceNumber,
  haveSameTerms,
  markInvoicePaid,
  voidInvoice,
} from '@plotline/pipeline/sales/model/deal';
import { closeSale } from '@plotline/pipeline/sales/model/sale';
import { expect } from 'chai';
import { sampleLead } from '../../support/sample-lead.js';
import { sampleSale } from '../../support/sample-sale.js';

const now = new Date('2026-03-02T12:00:00.000Z');
const later = new Date('2026-03-03T12:00:00.000Z');
const ids = { propertyId: 'prop_1', currency: 'USD', commissionId: 'com_1', invoiceId: 'inv_1', invoiceCount: 1 };
const { deal, commission, invoice } = closeSale(sampleSale(), sampleLead(), ids, now);

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

  it('stays unchanged when it is cancelled again', () => {
    const cancelled = cancelDeal(deal, now);
    expect(cancelDeal(cancelled, later)).to.equal(cancelled);
    const void1 = voidInvoice(invoice, now);
    expect(voidInvoice(void1, later)).to.equal(void1);
  });

  it('is refused when its invoice is paid', () => {
    expect(() => voidInvoice(markInvoicePaid(invoice, now), later))
      .to.throw()
      .with.property('code', 'CONFLICT');
  });
});

describe('an invoice', () => {
  it('is paid once', () => {
    const paid = markInvoicePaid(invoice, later);
    expect(paid).to.include({ status: 'paid', paid_at: later, updated_at: later });
    expect(markInvoicePaid(paid, now)).to.equal(paid);
  });

  it('cannot be paid when it is void', () => {
    expect(() => markInvoicePaid(voidInvoice(invoice, now), later))
      .to.throw()
      .with.property('code', 'CONFLICT');
  });

  it('has a number that sorts as a text up to a million and is longer beyond', () => {
    expect([1, 42, 999_999, 1_000_000].map(formatInvoiceNumber)).to.deep.equal([
      'INV-000001',
      'INV-000042',
      'INV-999999',
      'INV-1000000',
    ]);
  });
});
