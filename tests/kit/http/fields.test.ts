import { selectFields } from '@plotline/kit/http/fields';
import { expect } from 'chai';

describe('the selection of fields', () => {
  const record = { id: 'a', name: 'Ada', size: { low: 1 }, note: null };

  it('is the whole record when none are named', () => {
    expect(selectFields(record, undefined)).to.deep.equal(record);
  });

  it('keeps the id and the fields that are named, nulls too, in the record’s order', () => {
    expect(Object.keys(selectFields(record, ['note', 'name']))).to.deep.equal(['id', 'name', 'note']);
    expect(selectFields(record, ['note', 'name'])).to.deep.equal({ id: 'a', name: 'Ada', note: null });
    expect(selectFields(record, ['id'])).to.deep.equal({ id: 'a' });
    expect(selectFields(record, [])).to.deep.equal({ id: 'a' });
  });

  it('adds nothing that the record has not', () => {
    expect(selectFields(record, ['stats', 'toString'])).to.deep.equal({ id: 'a' });
  });
});
