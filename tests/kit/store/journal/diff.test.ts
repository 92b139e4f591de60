import { diff, previousValues } from '@plotline/kit/store/journal/entry';
import { expect } from 'chai';

describe('diff and previousValues', () => {
  const at = '2026-03-01T00:00:00.000Z';
  const record = { id: 'a', name: 'Ada', tags: ['x'], size: { low: 1, high: 2 }, since: new Date(at), note: null };

  const cases: readonly (readonly [string, object, object])[] = [
    ['nothing', {}, {}],
    ['equal arrays, objects and dates', { tags: ['x'], size: { low: 1, high: 2 }, since: new Date(at) }, {}],
    ['a value', { name: 'Bo' }, { name: { from: 'Ada', to: 'Bo' } }],
    ['null to a value', { note: 'hi' }, { note: { from: null, to: 'hi' } }],
    ['a value to null', { name: null }, { name: { from: 'Ada', to: null } }],
    ['the order of an array', { tags: ['y', 'x'] }, { tags: { from: ['x'], to: ['y', 'x'] } }],
    [
      'a nested field, whole',
      { size: { low: 1, high: 3 } },
      { size: { from: { low: 1, high: 2 }, to: { low: 1, high: 3 } } },
    ],
    ['a field that was not there', { colour: 'red' }, { colour: { from: null, to: 'red' } }],
    ['the time of change alone', { updated_at: 'later' }, {}],
    ['a text to a number', { name: 7 }, { name: { from: 'Ada', to: 7 } }],
  ];
  for (const [title, change, changes] of cases) {
    it(`find the changes of ${title}`, () => {
      expect(diff({ ...record, updated_at: 'then' }, { ...record, updated_at: 'then', ...change })).to.deep.equal(
        changes,
      );
    });
  }

  it('give an event the previous values of the changed fields', () => {
    expect(previousValues(diff(record, { ...record, name: 'Bo', note: 'hi' }))).to.deep.equal({
      name: 'Ada',
      note: null,
    });
    expect(previousValues({})).to.deep.equal({});
  });
});
