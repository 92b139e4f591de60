import { readViewQuery, toViewQuery } from '@plotline/dashboard/features/pipeline/view-query';
import { expect } from 'chai';

describe('a saved view', () => {
  it('restores the filters of the board, and no other part of its address', () => {
    const filters = { source: 'portal,website', tags: 'cash buyer', search: 'a&b=c' };
    const query = toViewQuery({ layout: 'board', filters: { ...filters, stage: 'won', sort: 'name' } });
    expect(readViewQuery(query)).to.deep.equal({ layout: 'board', filters });
    expect(toViewQuery({ layout: 'board', filters: { search: '', other: 'x' } })).to.equal('');
  });

  it('restores the stages, order and columns of the table', () => {
    const filters = { tags: 'vip', stage: 'new,lost', sort: 'score', order: 'asc', columns: 'stage,score' };
    const query = toViewQuery({ layout: 'table', filters: { ...filters, agent_id: undefined } });
    expect(readViewQuery(query)).to.deep.equal({ layout: 'table', filters });
  });

  it('opens the board for a view from an earlier release or with an unknown layout', () => {
    for (const query of ['tags=vip', 'tags=vip&layout=map']) {
      expect(readViewQuery(query)).to.deep.equal({ layout: 'board', filters: { tags: 'vip' } });
    }
  });
});
