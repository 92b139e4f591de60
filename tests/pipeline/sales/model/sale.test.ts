import { canClose, closeSale, createRelease } from '@plotline/pipeline/sales/model/sale';
import { expect } from 'chai';
import { sampleLead, startedAt } from '../../support/sample-lead.js';
import { sampleFacts, sampleSale } from '../../support/sample-sale.js';

const now = new Date('2026-03-02T12:00:00.000Z');

describe('a sale', () => {
  it('wins the lead and stores the id of its deal', () => {
    const { lead } = closeSale(sampleSale(), sampleLead(), sampleFacts, now);
    expect(lead).to.include({ stage: 'won', deal_id: 'deal_1' });
    expect(lead.stage_history.won).to.equal(now);
    expect(lead.updated_at).to.equal(now);
  });

  it('closes a deal on the unit at the requested value', () => {
    const { deal } = closeSale(sampleSale(), sampleLead(), sampleFacts, now);
    expect(deal).to.include({
      id: 'deal_1',
      lead_id: 'lead_1',
      property_id: 'prop_1',
      unit_id: 'unit_1',
      agent_id: 'agent_1',
      value: 450_000,
      currency: 'USD',
      commission: 13_500,
      status: 'closed',
      closed_at: now,
      cancelled_at: null,
    });
  });

  it('issues an open invoice for the whole value, with the next number', () => {
    const { invoices, instalments } = closeSale(sampleSale(), sampleLead(), sampleFacts, now);
    const [invoice] = invoices.map(({ stored }) => stored.invoice);
    expect([invoices.length, instalments]).to.deep.equal([1, []]);
    expect(invoice).to.include({ due_on: null, instalment_id: null, paid_amount: 0 });
    expect(invoice).to.include({ number: 'INV-000042', deal_id: 'deal_1', lead_id: 'lead_1', amount: 450_000 });
    expect(invoice).to.include({ currency: 'USD', status: 'open', issued_at: now, paid_at: null, voided_at: null });
  });

  it('keeps the commission from the request, and stores no rate', () => {
    const terms = { ...sampleSale().terms, commission: 123.456 };
    const { deal, commission } = closeSale(sampleSale({ terms, rate: null }), sampleLead(), sampleFacts, now);
    expect(commission).to.include({ amount: 123.456, rate: null, status: 'earned', deal_id: 'deal_1' });
    expect(deal.commission).to.equal(123.456);
  });

  it('records a commission of 0 without an agent', () => {
    const { commission } = closeSale(sampleSale({ agent_id: null, rate: 0 }), sampleLead(), sampleFacts, now);
    expect(commission).to.include({ amount: 0, rate: 0, agent_id: null });
  });

  it("rounds the commission to the currency's smallest unit", () => {
    const terms = { ...sampleSale().terms, value: 1_234_567 };
    const { commission } = closeSale(sampleSale({ terms }), sampleLead(), { ...sampleFacts, currency: 'JPY' }, now);
    expect(commission.amount).to.equal(37_037);
  });

  it('can complete if other fields of the lead were changed', () => {
    expect(canClose(sampleSale(), sampleLead({ version: 9, name: 'Another Name' }))).to.equal(true);
  });

  it("can't complete once the lead was moved, even to the same stage and back", () => {
    expect(canClose(sampleSale(), sampleLead({ stage_entered_at: new Date(startedAt.getTime() + 1) }))).to.equal(false);
  });

  it("can't complete for a lead that has a deal", () => {
    expect(canClose(sampleSale(), sampleLead({ deal_id: 'deal_0' }))).to.equal(false);
  });

  it('releases the unit of its deal, and the release is due immediately', () => {
    const { deal } = closeSale(sampleSale(), sampleLead(), sampleFacts, now);
    const by = { actor: sampleSale().actor, requestId: 'request-2' };
    const release = createRelease(deal, sampleLead(), by, now);
    expect(release).to.include({
      id: 'deal_1',
      state: 'releasing',
      unit_id: 'unit_1',
      resume_at: now,
      undone_at: now,
      attempts: 0,
    });
    expect(createRelease({ ...deal, unit_id: null }, sampleLead(), by, now)).to.equal(null);
  });
});
