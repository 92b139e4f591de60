import { getFirstPage, mergeCounts, recount } from '@plotline/dashboard/features/pipeline/stage-counts';
import { expect } from 'chai';

const none = { count: 0, values: [] };
const page = { cards: [], next_cursor: 'more' };

describe('the lead count of a stage', () => {
  it('follows moved cards, and adopts newer counts from the server without moving cards', () => {
    const rows = [
      { stage: 'new' as const, count: 2, values: [{ currency: 'EUR', amount: 500 }], ...page },
      { stage: 'viewing' as const, ...none, ...page },
    ];
    const moved = recount(rows, 'new', 'viewing');
    expect(moved.map(({ count }) => count)).to.deep.equal([1, 1]);
    expect(recount(moved, 'viewing', 'viewing')).to.deep.equal(moved);
    const fresh = [{ stage: 'viewing' as const, count: 4, values: [{ currency: 'EUR', amount: 250 }] }];
    expect(mergeCounts(moved, fresh)).to.deep.equal([moved[0], { ...fresh[0], ...page }]);
    expect(mergeCounts(moved, [])).to.deep.equal(moved);
  });

  it('comes with the first page of its column; a column without a page is complete and empty', () => {
    const rows = [{ stage: 'new' as const, ...none, ...page }];
    expect(getFirstPage(rows, 'new')).to.deep.equal({ cards: [], next: 'more' });
    expect(getFirstPage(rows, 'won')).to.deep.equal({ cards: [], next: null });
  });
});
