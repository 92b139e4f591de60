import { addKnownFaults } from '@plotline/kit/imports/importable';
import { expect } from 'chai';

const known = [{ field: 'price.amount', message: 'must be a number' }];

describe('a row with known errors', () => {
  it('fails even when its other fields would be accepted', () => {
    const created = { created: { id: 'unit_1' }, entries: [] };
    for (const step of [created, { kept: 'unit_1' }]) {
      expect(addKnownFaults(step, known)).to.deep.equal({ faults: known });
      expect(addKnownFaults(step, undefined)).to.equal(step);
    }
  });

  it('also reports the errors of its other fields, but no second error for a field that could not be read', () => {
    const faults = ['price', 'price.amount', 'name', 'pricelist'].map((field) => ({ field, message: 'is required' }));
    const step = addKnownFaults({ faults }, known);
    const fields = 'faults' in step ? step.faults.map(({ field }) => field) : [];
    expect(fields).to.deep.equal(['price.amount', 'name', 'pricelist']);
  });
});
