import {
  createHolding,
  endAll,
  expireDue,
  getActive,
  getQueue,
  release,
  toHeldUnit,
} from '@plotline/inventory/holds/model/holding';
import { expect } from 'chai';
import { sampleUnit } from '../../units/model/sample-unit.js';
import { sampleHold, sampleWaiting } from './sample-hold.js';

const active = sampleHold();
const end = active.expires_at ?? expect.fail('no end');
const reserved = sampleUnit({
  status: 'reserved',
  hold: { id: active.id, expires_at: end, lead_id: active.lead_id, agent_id: null, queue_length: 2 },
});
const positions = (holding: Parameters<typeof getQueue>[0]) =>
  getQueue(holding).map(({ id, position }) => [id, position]);

describe('expireDue', () => {
  it('ends an active hold exactly at its end time, and activates the next hold in the queue', () => {
    const holding = createHolding(reserved, [sampleWaiting(2), active, sampleWaiting(1)]);
    expect(expireDue(holding, new Date(end.getTime() - 1))).to.equal(holding);
    const now = new Date(end.getTime() + 5_000);
    const after = expireDue(holding, now);
    expect(after.ended).to.have.length(1);
    expect(after.ended[0]).to.include({ status: 'expired', ended_reason: 'expired', ended_at: end });
    expect(getActive(after)).to.deep.include({
      id: 'hold_1',
      position: null,
      expires_at: new Date(now.getTime() + 72 * 3_600_000),
    });
    expect(positions(after)).to.deep.equal([['hold_2', 1]]);
    expect(after.events.map(({ name }) => name)).to.deep.equal(['expired', 'activated']);
    expect(toHeldUnit(after, now)).to.deep.include({ status: 'reserved' });
    expect(toHeldUnit(after, now).hold).to.include({ id: 'hold_1', queue_length: 1 });
  });

  it('makes the unit available after the last hold, unless it has another status', () => {
    const now = new Date(end.getTime());
    expect(toHeldUnit(expireDue(createHolding(reserved, [active]), now), now)).to.include({
      status: 'available',
      hold: null,
    });
    const withdrawn = { ...reserved, status: 'off_market' } as const;
    expect(toHeldUnit(expireDue(createHolding(withdrawn, [active]), now), now).status).to.equal('off_market');
  });
});

describe('release', () => {
  it('closes the gap that a queued hold leaves, and publishes only the end of that hold', () => {
    const queue = [1, 2, 3].map(sampleWaiting);
    const now = new Date('2026-04-02T00:00:00Z');
    const [, second = active] = queue;
    const after = release(createHolding(reserved, [active, ...queue]), second, { reason: 'released' }, now);
    expect(positions(after)).to.deep.equal([
      ['hold_1', 1],
      ['hold_3', 2],
    ]);
    expect(after.events.map(({ name }) => name)).to.deep.equal(['released']);
    expect(getActive(after)).to.equal(active);
  });
});

describe('endAll', () => {
  it('converts the active hold for a deal and ends the queue, or ends all holds if there is no deal', () => {
    const now = new Date('2026-04-02T00:00:00Z');
    const open = [active, sampleWaiting(1)];
    const sold = endAll(createHolding(sampleUnit({ status: 'sold', deal_id: 'deal_1' }), open), now);
    expect(sold.ended.map(({ status, ended_reason }) => [status, ended_reason])).to.deep.equal([
      ['converted', 'sold'],
      ['released', 'unit_sold'],
    ]);
    expect(sold.ended[0]?.deal_id).to.equal('deal_1');
    const withdrawn = endAll(createHolding(sampleUnit({ status: 'off_market' }), open), now);
    expect(withdrawn.ended.map(({ ended_reason }) => ended_reason)).to.deep.equal(['unit_withdrawn', 'unit_withdrawn']);
    expect(withdrawn.open).to.deep.equal([]);
  });
});
