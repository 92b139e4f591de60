import { toBoardQuery } from '@plotline/dashboard/features/pipeline/board-filters';
import { expect } from 'chai';

describe('the filter of the board', () => {
  it("becomes API parameters, without values that can't be chosen on the board", () => {
    const filters = { source: 'portal, nowhere,website', min_score: '50', tags: ' vip ,cash,vip,', search: ' silva ' };
    expect(toBoardQuery({ ...filters, agent_id: 'agent_1', page: '3' })).to.deep.equal({
      agent_id: 'agent_1',
      source: ['website', 'portal'],
      min_score: 50,
      tags: ['vip', 'cash'],
      search: 'silva',
    });
    for (const score of ['abc', '-1', '101', '']) expect(toBoardQuery({ min_score: score })).to.deep.equal({});
  });
});
