import { findTarget } from '@plotline/dashboard/features/units/use-grid-keys';
import { expect } from 'chai';

describe('an arrow key in the stacking plan', () => {
  const lengths = [2, 4, 1];

  it('moves to the neighbour, or to the last unit of a shorter floor', () => {
    expect(findTarget('ArrowRight', lengths, { row: 1, column: 2 })).to.deep.equal({ row: 1, column: 3 });
    expect(findTarget('ArrowLeft', lengths, { row: 1, column: 2 })).to.deep.equal({ row: 1, column: 1 });
    expect(findTarget('ArrowUp', lengths, { row: 1, column: 3 })).to.deep.equal({ row: 0, column: 1 });
    expect(findTarget('ArrowDown', lengths, { row: 1, column: 3 })).to.deep.equal({ row: 2, column: 0 });
    expect(findTarget('Home', lengths, { row: 1, column: 3 })).to.deep.equal({ row: 1, column: 0 });
    expect(findTarget('End', lengths, { row: 1, column: 0 })).to.deep.equal({ row: 1, column: 3 });
  });

  it('stops at the edges, and ignores other keys', () => {
    expect(findTarget('ArrowUp', lengths, { row: 0, column: 0 })).to.deep.equal({ row: 0, column: 0 });
    expect(findTarget('ArrowDown', lengths, { row: 2, column: 0 })).to.deep.equal({ row: 2, column: 0 });
    expect(findTarget('ArrowRight', lengths, { row: 2, column: 0 })).to.deep.equal({ row: 2, column: 0 });
    expect(findTarget('a', lengths, { row: 0, column: 0 })).to.equal(undefined);
  });
});
