import { isCollapsed } from '@plotline/dashboard/features/pipeline/collapsed-columns';
import { expect } from 'chai';

const rows = [
  { stage: 'new', count: 3 },
  { stage: 'viewing', count: 0 },
  { stage: 'won', count: 2 },
] as const;
const board = { rows, choices: {}, isWide: false, isSearching: false };

describe('columns of the board', () => {
  it('collapse if they are empty, and columns of closed leads also collapse if not all columns fit', () => {
    expect(isCollapsed('new', board)).to.equal(false);
    expect(isCollapsed('viewing', board)).to.equal(true);
    expect(isCollapsed('won', board)).to.equal(true);
    expect(isCollapsed('won', { ...board, isWide: true })).to.equal(false);
  });

  it('open and collapse as the person chooses', () => {
    const choices = { new: 'closed', viewing: 'open', won: 'open' } as const;
    expect(isCollapsed('new', { ...board, choices })).to.equal(true);
    expect(isCollapsed('viewing', { ...board, choices })).to.equal(false);
    expect(isCollapsed('won', { ...board, choices })).to.equal(false);
  });

  it('open if the search has a match in them, even if the person collapsed them', () => {
    const searching = { ...board, isSearching: true, choices: { won: 'closed' } as const };
    expect(isCollapsed('won', searching)).to.equal(false);
    expect(isCollapsed('viewing', searching)).to.equal(true);
  });

  it('stay open while the counts load', () => {
    expect(isCollapsed('viewing', { ...board, rows: undefined })).to.equal(false);
  });
});
