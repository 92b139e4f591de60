import { readViewQuery, toBoardQuery, toViewQuery } from '@plotline/dashboard/pages/pipeline/board/board-filters';
import { expect } from 'chai';

describe('the filters of the board', () => {
  it('are what the API filters by, and what the board cannot have set is left out', () => {
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

  it('come back from a saved view as they were, and clear those that it does not have', () => {
    const filters = { source: 'portal,website', tags: 'cash buyer', search: 'a&b=c' };
    const read = readViewQuery(toViewQuery(filters));
    expect(read).to.deep.equal({ ...filters, agent_id: undefined, min_score: undefined, property_id: undefined });
    expect(toViewQuery({ search: '', other: 'x' })).to.equal('');
  });
});
