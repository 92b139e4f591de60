import { expect } from 'chai';
import type { Operation } from '../history/operation.js';
import { madeUpAttempt, madeUpOperation } from '../made-up/operations.js';
import { madeUpSale, madeUpSales } from '../made-up/snapshot.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import { checkSales } from './sales.js';

describe('the campaign check of sales', () => {
  const sale = madeUpSale(1);
  const messages = (snapshot: Snapshot, operations: readonly Operation[] = []) =>
    checkSales(operations, snapshot).map(({ message }) => message);
  const won = madeUpOperation({
    effects: [{ kind: 'sale', leadId: 'lead_1', listingId: 'unit_1', value: 500 }],
    answer: { status: 200, data: { deal: { id: 'deal_1' } }, at: 1_010 },
  });

  it('accepts a sale with its documents, and a sale that was cancelled before the unit was sold again', () => {
    expect(messages(madeUpSales([sale]), [won])).to.deep.equal([]);
    const cancelled = madeUpSale(2, {
      status: 'cancelled',
      cancelled_at: '2026-01-01T09:00:00.000Z',
      closed_at: '2026-01-01T08:00:00.000Z',
      unit_id: 'unit_1',
    });
    expect(messages(madeUpSales([sale, cancelled]))).to.deep.equal([]);
  });

  it('reports a unit with two active deals, and a unit that was sold before it was free', () => {
    const { unit: _, ...second } = madeUpSale(2, { unit_id: 'unit_1' });
    const twice = madeUpSales([sale, { ...second, unit: sale.unit }]);
    expect(messages(twice).join()).to.include('sold twice');
    const late = madeUpSale(2, {
      unit_id: 'unit_1',
      status: 'cancelled',
      closed_at: '2026-01-01T09:00:00.000Z',
      cancelled_at: '2026-01-01T11:00:00.000Z',
    });
    expect(messages(madeUpSales([sale, late])).join()).to.include('sold twice');
  });

  it('reports a deal whose invoice or commission is missing, duplicated or has a wrong amount', () => {
    const base = madeUpSales([sale]);
    for (const broken of [
      { ...base, invoices: [] },
      { ...base, commissions: [] },
      { ...base, invoices: [sale.invoice, { ...sale.invoice, id: 'inv_9', number: 'INV-9' }] },
      { ...base, commissions: [sale.commission, { ...sale.commission, id: 'com_9' }] },
      { ...base, invoices: [{ ...sale.invoice, amount: 499 }] },
      { ...base, invoices: [{ ...sale.invoice, status: 'void' }] },
      { ...base, commissions: [{ ...sale.commission, status: 'cancelled' }] },
    ])
      expect(messages(broken), JSON.stringify([broken.invoices, broken.commissions])).to.have.length(1);
  });

  it('reports documents without a deal, and a duplicate invoice number', () => {
    expect(messages({ ...madeUpSales([]), invoices: [sale.invoice] })).to.have.length(1);
    const second = madeUpSale(2);
    const numbered = { ...second, invoice: { ...second.invoice, number: 'INV-1' } };
    expect(messages(madeUpSales([sale, numbered])).join()).to.include('given twice');
  });

  it('reports an active deal without a sold unit or a won lead, and sold units and won leads without a deal', () => {
    const base = madeUpSales([sale]);
    expect(messages({ ...base, units: [{ ...sale.unit, status: 'available' }] })).to.have.length(1);
    expect(messages({ ...base, leads: [{ ...sale.lead, stage: 'viewing' }] })).to.have.length(1);
    const nothing = madeUpSales([]);
    expect(messages({ ...nothing, units: [sale.unit] }).join()).to.include('without a deal');
    expect(messages({ ...nothing, leads: [sale.lead] }).join()).to.include('no active deal');
  });

  it('reports an acknowledged deal that is missing, has different terms, or was cancelled without a request', () => {
    expect(messages(madeUpSales([]), [won]).join()).to.include('is not there');
    const other = madeUpSale(1, { value: 400 });
    expect(messages(madeUpSales([{ ...other, invoice: { ...other.invoice, amount: 400 } }]), [won])).to.have.length(1);
    const cancelled = madeUpSales([madeUpSale(1, { status: 'cancelled' })]);
    expect(messages(cancelled, [won]).join()).to.include('is cancelled');
    const reopened = madeUpOperation({
      attempts: [madeUpAttempt({ sentAt: 2_000 })],
      effects: [{ kind: 'write', resource: 'lead', id: 'lead_1', fields: { stage: 'negotiation' } }],
    });
    expect(messages(cancelled, [won, reopened])).to.deep.equal([]);
  });

  it('reports a lost acknowledged payment', () => {
    const paid = madeUpOperation({ effects: [{ kind: 'payment', invoiceId: 'inv_1' }] });
    expect(messages(madeUpSales([sale]), [paid]).join()).to.include('the paid invoice inv_1');
    const invoice = { ...sale.invoice, status: 'paid' };
    expect(messages(madeUpSales([{ ...sale, invoice }]), [paid])).to.deep.equal([]);
  });
});
