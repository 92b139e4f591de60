import { expect } from 'chai';
import { madeUpSale, madeUpSnapshot } from '../made-up/snapshot.js';
import type { SeenRecord } from '../snapshot/snapshot.js';
import { checkHolds } from './holds.js';

const unit: SeenRecord = { id: 'unit_1', status: 'reserved', hold: { id: 'hold_1' } };
const active: SeenRecord = { id: 'hold_1', unit_id: 'unit_1', lead_id: 'lead_1', status: 'active', position: null };
const queued: SeenRecord = { id: 'hold_2', unit_id: 'unit_1', lead_id: 'lead_2', status: 'queued', position: 1 };
const released: SeenRecord = { ...active, status: 'released' };
const free: SeenRecord = { ...unit, status: 'available', hold: null };

describe('the campaign check of holds', () => {
  const messages = (units: readonly SeenRecord[], holds: readonly SeenRecord[]) =>
    checkHolds(madeUpSnapshot({ units, holds })).map(({ message }) => message);

  it('accepts a held unit with a queue, a free unit, and a unit that was sold to its holder', () => {
    expect(messages([unit], [active, queued])).to.deep.equal([]);
    expect(messages([free], [released])).to.deep.equal([]);
    const { deal, unit: sold } = madeUpSale(1);
    const converted = { ...active, status: 'converted' };
    const snapshot = madeUpSnapshot({ units: [sold], holds: [converted], deals: [deal] });
    expect(checkHolds(snapshot)).to.deep.equal([]);
  });

  const faults: readonly (readonly [string, SeenRecord, readonly SeenRecord[], string])[] = [
    ['two active holds', unit, [active, { ...queued, status: 'active', position: null }], '2 active holds'],
    ['a queue without a holder', free, [queued], 'no active hold'],
    ['a wrong place in the queue', unit, [active, { ...queued, position: 2 }], 'places in the queue'],
    ['two holds of a lead', unit, [active, { ...queued, lead_id: 'lead_1' }], 'two open holds'],
    ['a unit that stays reserved', { ...unit, hold: null }, [released], 'not available'],
    ['a unit that shows an ended hold', { ...free, hold: { id: 'hold_1' } }, [released], 'shows the hold'],
    ['a conversion without a deal', free, [{ ...active, status: 'converted' }], 'without a deal'],
  ];
  for (const [title, seen, holds, message] of faults) {
    it(`reports ${title}`, () => {
      expect(messages([seen], holds).join()).to.include(message);
    });
  }

  it('reports a hold on a unit that another lead has bought', () => {
    const { deal, unit: sold } = madeUpSale(1);
    const snapshot = madeUpSnapshot({ units: [{ ...sold, hold: null }], holds: [queued], deals: [deal] });
    expect(
      checkHolds(snapshot)
        .map(({ message }) => message)
        .join(),
    ).to.include('is sold and has open holds');
  });
});
