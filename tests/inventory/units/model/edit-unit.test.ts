import { editUnit, setStatus } from '@plotline/inventory/units/model/edit-unit';
import { expect } from 'chai';
import { sampleUnit } from './sample-unit.js';

const later = new Date('2026-05-01T00:00:00Z');
const statuses = ['available', 'reserved', 'sold', 'off_market', 'rented'] as const;

describe('a unit without a deal', () => {
  for (const from of statuses) {
    for (const to of statuses) {
      it(`changes from ${from} to ${to}, alone and together with other fields`, () => {
        const unit = sampleUnit({ status: from });
        const changed = { ...unit, status: to, updated_at: later };
        if (from === to) expect(setStatus(unit, to, later)).to.equal(unit);
        else expect(setStatus(unit, to, later)).to.deep.equal(changed);
        const named = { ...unit, status: to, name: 'Another' };
        expect(editUnit(unit, named, later)).to.deep.include({ ...changed, name: 'Another' });
      });
    }
  }
});
