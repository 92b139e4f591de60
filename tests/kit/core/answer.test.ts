import { clampPage, created, noContent, ok, page, selectFields } from '@plotline/kit/core/answer';
import { expect } from 'chai';

describe("a handler's response", () => {
  it('has a status and the bare record, and meta only if there is any', () => {
    expect(ok({ id: 'a' })).to.deep.equal({ status: 200, body: { id: 'a' } });
    expect(created({ id: 'a' })).to.deep.equal({ status: 201, body: { id: 'a' } });
    expect(created({ id: 'a' }, { possible_duplicates: ['b'] })).to.deep.equal({
      status: 201,
      body: { id: 'a' },
      meta: { possible_duplicates: ['b'] },
    });
    expect(noContent()).to.deep.equal({ status: 204 });
  });

  const totals: readonly (readonly [number, number, number])[] = [
    [0, 20, 0],
    [1, 20, 1],
    [20, 20, 1],
    [21, 20, 2],
    [100, 1, 100],
  ];
  for (const [total, perPage, pages] of totals) {
    it(`has ${pages} pages with ${total} records, ${perPage} per page`, () => {
      expect(page([], { page: 1, perPage, total })).to.deep.equal({
        status: 200,
        body: [],
        meta: { page: 1, per_page: perPage, total, total_pages: pages },
      });
    });
  }

  it('marks a total only if it is an estimate', () => {
    const answer = page([], { page: 1, perPage: 20, total: 10_001, totalIsEstimate: true });
    expect('meta' in answer && answer.meta).to.include({ total: 10_001, total_is_estimate: true });
    const exact = page([], { page: 1, perPage: 20, total: 10_001 });
    expect('meta' in exact && exact.meta).to.not.have.property('total_is_estimate');
  });

  it('has the next cursor with cursor paging, or null after the last page', () => {
    for (const nextCursor of ['abc', null]) {
      const answer = page([], { page: 1, perPage: 20, total: 0, nextCursor });
      expect('meta' in answer && answer.meta).to.have.property('next_cursor', nextCursor);
    }
  });
});

describe('clampPage', () => {
  const cases: readonly (readonly [object, object])[] = [
    [
      { page: 1, per_page: 20 },
      { page: 1, perPage: 20, skip: 0 },
    ],
    [
      { page: 3, per_page: 20 },
      { page: 3, perPage: 20, skip: 40 },
    ],
    [
      { page: 1, per_page: 100 },
      { page: 1, perPage: 100, skip: 0 },
    ],
    [
      { page: 2, per_page: 5_000 },
      { page: 2, perPage: 100, skip: 100 },
    ],
  ];
  for (const [query, expected] of cases) {
    it(`limits ${JSON.stringify(query)} to ${JSON.stringify(expected)}`, () => {
      expect(clampPage({ page: 1, per_page: 1, ...query })).to.deep.equal(expected);
    });
  }
});

describe('selectFields', () => {
  const record = { id: 'a', name: 'Ada', size: { low: 1 }, note: null };

  it('returns the whole record when no fields are requested', () => {
    expect(selectFields(record, undefined)).to.deep.equal(record);
  });

  it("keeps the id and the requested fields, including nulls, in the record's order", () => {
    expect(Object.keys(selectFields(record, ['note', 'name']))).to.deep.equal(['id', 'name', 'note']);
    expect(selectFields(record, ['note', 'name'])).to.deep.equal({ id: 'a', name: 'Ada', note: null });
    expect(selectFields(record, ['id'])).to.deep.equal({ id: 'a' });
    expect(selectFields(record, [])).to.deep.equal({ id: 'a' });
    const { id: _id, ...withoutId } = record;
    expect(selectFields(withoutId, ['name'])).to.deep.equal({ name: 'Ada' });
  });

  it('adds no field that the record lacks', () => {
    expect(selectFields(record, ['stats', 'toString'])).to.deep.equal({ id: 'a' });
  });
});
