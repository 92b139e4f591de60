import { describeMatches, findFirstMatch } from '@plotline/dashboard/features/pipeline/search-matches';
import { expect } from 'chai';

const rows = (won: number, lost: number) => [
  { stage: 'lost' as const, count: lost },
  { stage: 'new' as const, count: 0 },
  { stage: 'won' as const, count: won },
];

describe('the search summary of the board', () => {
  it('counts matches by stage, including won and lost leads', () => {
    expect(describeMatches(rows(1, 0))).to.equal('1 lead found: 1 in Won.');
    expect(describeMatches(rows(1, 1200))).to.match(/^1.?201 leads found: 1 in Won, 1.?200 in Lost\.$/);
    expect(describeMatches(rows(0, 0))).to.equal('No leads found.');
  });

  it('points to the first stage that has matches', () => {
    expect([rows(1, 1), rows(0, 1), rows(0, 0)].map(findFirstMatch)).to.deep.equal(['won', 'lost', undefined]);
  });
});
