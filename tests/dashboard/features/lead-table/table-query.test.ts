import { listPages } from '@plotline/dashboard/features/lead-table/row-pages';
import { addRows, maxSelected } from '@plotline/dashboard/features/lead-table/selected-rows';
import { toExportQuery, toTableQuery } from '@plotline/dashboard/features/lead-table/table-query';
import { expect } from 'chai';

describe('the query of the leads table', () => {
  it('has the filters of the board, the stages and an order', () => {
    const filters = { agent_id: 'none', stage: 'lost,unknown,new', sort: 'score', order: 'asc', columns: 'stage' };
    expect(toTableQuery(filters)).to.deep.equal({
      agent_id: 'none',
      stage: ['new', 'lost'],
      sort: 'score',
      order: 'asc',
    });
    expect(toTableQuery({ sort: 'phone', order: 'up' })).to.deep.equal({ sort: 'created_at', order: 'desc' });
  });

  it('becomes the filters of an export, which has no order', () => {
    const query = toTableQuery({ stage: 'new,lost', tags: 'vip', min_score: '50', sort: 'score' });
    expect(toExportQuery(query)).to.deep.equal({ stage: 'new,lost', tags: 'vip', min_score: '50' });
  });

  it('reads only the pages of the rows in view', () => {
    expect(listPages({ first: 0, last: 99 })).to.deep.equal([1]);
    expect(listPages({ first: 99, last: 100 })).to.deep.equal([1, 2]);
    expect(listPages({ first: 9_950, last: 9_999 })).to.deep.equal([100]);
  });
});

describe('the selection in the leads table', () => {
  const createRow = (place: number) => ({
    id: `lead_${place}`,
    external_id: null,
    name: `Lead ${place}`,
    email: `lead${place}@example.com`,
    phone: null,
    source: 'website' as const,
    stage: 'new' as const,
    score: 50,
    assigned_agent: null,
    budget: null,
    timeline: null,
    tags: [],
    last_contacted: null,
    next_follow_up: null,
    stage_entered_at: null,
    created_at: '2026-03-01T09:00:00.000Z',
    updated_at: '2026-03-01T09:00:00.000Z',
  });

  it('contains each lead once, up to the maximum for a bulk change', () => {
    const rows = Array.from({ length: maxSelected + 5 }, (_, place) => createRow(place));
    const some = addRows(new Map(), rows.slice(0, 3));
    expect([...addRows(some, rows.slice(1, 4)).keys()]).to.deep.equal(['lead_0', 'lead_1', 'lead_2', 'lead_3']);
    expect(addRows(some, rows).size).to.equal(maxSelected);
  });
});
