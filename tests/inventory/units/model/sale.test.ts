import { editUnit, setStatus } from '@plotline/inventory/units/model/edit-unit';
import { release, sell } from '@plotline/inventory/units/model/sale';
import type { Unit } from '@plotline/inventory/units/model/unit';
import { unitStatuses } from '@plotline/inventory/units/model/unit';
import { expect } from 'chai';
import { sampleUnit } from './sample-unit.js';

const later = new Date('2026-05-01T00:00:00Z');
const to = (dealId: string) => ({ dealId, leadId: 'lead_a' });

describe('sell', () => {
  it('sells available and reserved units and refuses every other status with CONFLICT', () => {
    for (const status of unitStatuses) {
      const attempt = () => sell(sampleUnit({ status }), to('deal_a'), later);
      if (status === 'available' || status === 'reserved') {
        expect(attempt()).to.include({ status: 'sold', deal_id: 'deal_a', updated_at: later });
      } else expect(attempt, status).to.throw().with.property('code', 'CONFLICT');
    }
  });

  it('returns the same unit for the deal that already has it, and refuses a different deal with CONFLICT', () => {
    const sold = sell(sampleUnit(), to('deal_a'), later);
    expect(sell(sold, to('deal_a'), new Date())).to.equal(sold);
    expect(() => sell(sold, to('deal_b'), later))
      .to.throw()
      .with.property('code', 'CONFLICT');
  });

  it('keeps the status of a unit in an active deal, and allows any status for a unit without a deal', () => {
    const sold = sell(sampleUnit(), to('deal_a'), later);
    for (const status of unitStatuses) {
      if (status === 'sold') {
        expect(setStatus(sold, status, later)).to.equal(sold);
        continue;
      }
      expect(() => setStatus(sold, status, later), status)
        .to.throw()
        .with.property('code', 'CONFLICT');
      expect(() => editUnit(sold, { ...sold, status }, later), status)
        .to.throw()
        .with.property('code', 'CONFLICT');
      expect(() => editUnit(sold, { ...sold, status }, later), status)
        .to.throw()
        .with.nested.property('details[0].field', 'status');
      expect(setStatus(sampleUnit({ status: 'sold' }), status, later).status).to.equal(status);
    }
  });
});

describe('release', () => {
  it('makes a unit available if it is sold to that deal, and otherwise leaves it unchanged', () => {
    const sold = sell(sampleUnit(), to('deal_a'), later);
    expect(release(sold, 'deal_a', later)).to.include({ status: 'available', deal_id: null });
    expect(release(sold, 'deal_b', later)).to.include({ status: 'sold', deal_id: 'deal_a' });
  });

  it('prevents a later sale to the released deal, and changes nothing when repeated', () => {
    const released = release(sampleUnit(), 'deal_a', later);
    expect(() => sell(released, to('deal_a'), later))
      .to.throw()
      .with.property('code', 'CONFLICT');
    expect(release(released, 'deal_a', later)).to.equal(released);
    expect(released.updated_at, 'nothing public changed').to.deep.equal(sampleUnit().updated_at);
  });

  it('keeps the latest 20 released deals, newest first', () => {
    const deals = Array.from({ length: 50 }, (_, index) => `deal_${index}`);
    const unit = deals.reduce<Unit>((before, deal) => release(before, deal, later), sampleUnit());
    expect(unit.released_deals).to.deep.equal(deals.slice(30).reverse());
  });
});
