import { Problem } from '@plotline/kit/core/errors';
import { cursorScope } from '@plotline/kit/store/lists/cursor';
import { pageInMemory } from '@plotline/kit/store/lists/page-in-memory';
import { expect } from 'chai';

interface Row {
  readonly id: string;
  readonly place: number;
}

const toRow = (place: number): Row => ({ id: `row_${place}`, place });
const ascending = {
  scope: cursorScope('rows'),
  kind: 'number',
  order: 'asc',
  toPosition: ({ place, id }: Row) => [place, id] as const,
} as const;

describe('pageInMemory', () => {
  it('returns a page by its number, with the total', () => {
    const { records, info } = pageInMemory([1, 2, 3].map(toRow), { page: 2, per_page: 2 }, ascending);
    expect(records.map(({ place }) => place)).to.deep.equal([3]);
    expect(info).to.deep.equal({ page: 2, perPage: 2, total: 3 });
  });

  it('returns each remaining record once by cursor, while others are added and removed', () => {
    const first = pageInMemory([1, 2, 4].map(toRow), { page: 1, per_page: 2, cursor: '' }, ascending);
    expect(first.records.map(({ place }) => place)).to.deep.equal([1, 2]);
    const cursor = first.info.nextCursor ?? '';
    const next = pageInMemory([0, 1, 3, 4].map(toRow), { page: 1, per_page: 2, cursor }, ascending);
    expect(next.records.map(({ place }) => place)).to.deep.equal([3, 4]);
    expect(next.info).to.deep.equal({ page: 1, perPage: 2, total: 4, nextCursor: null });
  });

  it('returns pages in descending order', () => {
    const descending = { ...ascending, order: 'desc' } as const;
    const rows = [3, 2, 1].map(toRow);
    const { info } = pageInMemory(rows, { page: 1, per_page: 1, cursor: '' }, descending);
    const next = pageInMemory(rows, { page: 1, per_page: 5, cursor: info.nextCursor ?? '' }, descending);
    expect(next.records.map(({ place }) => place)).to.deep.equal([2, 1]);
  });

  it('refuses a cursor from another list', () => {
    const other = { ...ascending, scope: cursorScope('others') };
    const { info } = pageInMemory([1, 2].map(toRow), { page: 1, per_page: 1, cursor: '' }, other);
    const read = () => pageInMemory([], { page: 1, per_page: 1, cursor: info.nextCursor ?? '' }, ascending);
    expect(read).to.throw(Problem).with.nested.property('details[0].field', 'cursor');
  });
});
