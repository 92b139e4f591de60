import { merge } from '@plotline/kit/core/json-object';
import { expect } from 'chai';

const day = new Date('2026-03-01T00:00:00Z');
const other = new Date('2026-04-01T00:00:00Z');

describe('merge', () => {
  const cases: readonly (readonly [string, object, object, object])[] = [
    ['leaves what is absent', { a: 1, b: 2 }, {}, { a: 1, b: 2 }],
    ['leaves what is undefined', { a: 1 }, { a: undefined }, { a: 1 }],
    ['replaces values', { a: 1, b: 2 }, { a: 3 }, { a: 3, b: 2 }],
    [
      'takes false, zero and the empty text for values',
      { a: true, b: 1, c: 'x' },
      { a: false, b: 0, c: '' },
      { a: false, b: 0, c: '' },
    ],
    ['clears with null', { a: { b: 1 }, c: 1 }, { a: null, c: null }, { a: null, c: null }],
    [
      'merges nested objects',
      { a: { b: 1, c: { d: 1, e: 2 } } },
      { a: { c: { e: 3 } } },
      { a: { b: 1, c: { d: 1, e: 3 } } },
    ],
    ['clears within nested objects', { a: { b: 1, c: 2 } }, { a: { b: null } }, { a: { b: null, c: 2 } }],
    ['sets an object where there was none', { a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
    ['replaces arrays whole', { a: [1, 2, 3] }, { a: [4] }, { a: [4] }],
    ['does not merge into arrays', { a: [{ b: 1, c: 2 }] }, { a: [{ b: 3 }] }, { a: [{ b: 3 }] }],
    ['replaces an object by an array', { a: { b: 1 } }, { a: [1] }, { a: [1] }],
    ['replaces dates', { a: day }, { a: other }, { a: other }],
    ['adds fields', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ];
  for (const [title, record, patch, merged] of cases) {
    it(title, () => {
      expect(merge(record, patch)).to.deep.equal(merged);
    });
  }

  it('changes neither the record nor the patch', () => {
    const record = Object.freeze({ a: Object.freeze({ b: 1, c: 2 }) });
    const patch = Object.freeze({ a: Object.freeze({ b: 3 }) });
    expect(merge(record, patch)).to.deep.equal({ a: { b: 3, c: 2 } });
    expect([record, patch]).to.deep.equal([{ a: { b: 1, c: 2 } }, { a: { b: 3 } }]);
  });

  it('does not change a prototype', () => {
    merge({ a: 1 }, JSON.parse('{"__proto__":{"polluted":true}}'));
    expect({}).to.not.have.property('polluted');
  });
});
