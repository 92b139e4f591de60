import { findUnknownFields } from '@plotline/kit/http/contract/faults';
import { expect } from 'chai';

describe('findUnknownFields', () => {
  const at = (raw: unknown, known: unknown) => findUnknownFields(raw, known).map(({ field }) => field);

  it('returns the path of each unknown field, in objects and in arrays', () => {
    const raw = { a: 1, b: { c: 1, d: 2 }, e: [{ f: 1 }, { f: 1, g: 2 }] };
    expect(at(raw, { a: 1, b: { c: 1 }, e: [{ f: 1 }, { f: 1 }] })).to.deep.equal(['b.d', 'e[1].g']);
  });

  it('returns nothing when only defaults were added', () => {
    expect(at({ a: [1, null, { b: [] }] }, { a: [1, null, { b: [], c: 'default' }], d: 'default' })).to.deep.equal([]);
  });

  it('skips values that are not objects', () => {
    expect([at(null, {}), at('text', {}), at({ a: 1 }, null), at([1], {})]).to.deep.equal([[], [], [], []]);
  });

  it('returns at most a hundred unknown fields per object', () => {
    const many = Object.fromEntries(Array.from({ length: 150_000 }, (_, place) => [`field_${place}`, place]));
    expect(at({ a: many, b: many }, { a: {}, b: {} })).to.have.length(200);
  });

  it('finds unknown fields that are named like inherited properties', () => {
    expect(at({ toString: 1, constructor: 2 }, {})).to.deep.equal(['toString', 'constructor']);
  });
});
