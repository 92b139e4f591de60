import { findDerivedChanges, findFieldChanges } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { expect } from 'chai';
import { Schema } from 'mongoose';

const schema = createRecordSchema({
  name: String,
  due_at: Date,
  size: { interior: Number, unit: String },
  place: { type: { lat: Number, lng: Number }, _id: false },
  prices: [{ _id: false, amount: Number }],
  counts: Schema.Types.Mixed,
});

describe('findFieldChanges', () => {
  const at = (ms: number) => new Date(ms);

  it('finds only the fields that were set', () => {
    const before = { name: 'a', due_at: at(1), size: { interior: 1, unit: 'sqm' }, prices: [] };
    const after = { name: 'a', due_at: at(1), size: { interior: 2, unit: 'sqm' }, prices: [{ amount: 1 }] };
    expect(findFieldChanges(schema, before, after)).to.deep.equal({
      set: { 'size.interior': 2, prices: [{ amount: 1 }] },
      unset: {},
    });
  });

  it('finds the fields that were removed', () => {
    const before = { due_at: at(1), place: { lat: 1, lng: 2 } };
    expect(findFieldChanges(schema, before, { place: { lat: 1 } })).to.deep.equal({
      set: {},
      unset: { due_at: true, 'place.lng': true },
    });
  });

  it('sets an object as a whole when it is added or removed', () => {
    const place = { lat: 1, lng: 2 };
    expect(findFieldChanges(schema, { place: null }, { place }).set).to.deep.equal({ place });
    expect(findFieldChanges(schema, { place }, { place: null }).set).to.deep.equal({ place: null });
  });

  it('treats an object without its own schema as one value', () => {
    const change = findFieldChanges(schema, { counts: { 'a.b': 1 } }, { counts: { 'a.b': 2 } });
    expect(change.set).to.deep.equal({ counts: { 'a.b': 2 } });
  });

  it('keeps fields that the schema does not know, even if the decision dropped them', () => {
    const before = { name: 'a', colour: 'red', size: { interior: 1, unit: 'sqm', balcony: 4 } };
    const kept = { ...before, name: 'b', size: { ...before.size, interior: 2 } };
    const dropped = { name: 'b', size: { interior: 2, unit: 'sqm' } };
    for (const after of [kept, dropped]) {
      expect(findFieldChanges(schema, before, after)).to.deep.equal({
        set: { name: 'b', 'size.interior': 2 },
        unset: {},
      });
    }
  });

  it('throws when a decision sets a field that the schema does not know', () => {
    expect(() => findFieldChanges(schema, { name: 'a' }, { name: 'a', colour: 'red' })).to.throw('colour');
    expect(() => findFieldChanges(schema, { size: {} }, { size: { balcony: 1 } })).to.throw('size.balcony');
  });
});

describe('findDerivedChanges', () => {
  it('finds derived fields that differ or are missing, and keeps others', () => {
    const before = { text: 'a', phone: '1', closed: false, next: 1 };
    expect(findDerivedChanges(before, { text: 'b', phone: undefined, closed: false })).to.deep.equal({
      set: { 'derived.text': 'b' },
      unset: { 'derived.phone': true },
    });
  });
});
