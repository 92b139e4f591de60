import { createdWithin } from '@plotline/pipeline/store/creation-range';
import { narrow } from '@plotline/pipeline/store/sale-records';
import { expect } from 'chai';

describe('a range of creation', () => {
  it('is no condition when no bound is given', () => expect(createdWithin({})).to.deep.equal({}));

  it('has both days in it, the later one to its end (UTC)', () => {
    expect(createdWithin({ created_after: '2026-03-01', created_before: '2026-03-31' })).to.deep.equal({
      created_at: { $gte: new Date('2026-03-01T00:00:00.000Z'), $lt: new Date('2026-04-01T00:00:00.000Z') },
    });
  });

  it('has both instants in it, whatever their offset', () => {
    const range = { created_after: '2026-03-01T10:00:00+02:00', created_before: '2026-03-01T09:00:00Z' };
    expect(createdWithin(range)).to.deep.equal({
      created_at: { $gte: new Date('2026-03-01T08:00:00.000Z'), $lte: new Date('2026-03-01T09:00:00.000Z') },
    });
  });

  it('refuses what no clock shows, naming the field', () => {
    expect(() => createdWithin({ created_before: '2026-12-31T23:59:60Z' }))
      .to.throw()
      .with.nested.property('details[0].field', 'created_before');
  });
});

describe('a list of sales', () => {
  const query = { page: 1, per_page: 20, sort: 'created_at', order: 'desc' } as const;

  for (const [name, given, hint] of [
    ['nothing', {}, 'created_at'],
    ['one status', { status: ['closed'] }, 'status'],
    ['several statuses', { status: ['closed', 'cancelled'] }, 'created_at'],
    ['an agent and a status', { agent_id: 'agent_1', status: ['closed'] }, 'agent_id'],
    ['a lead and an agent', { agent_id: 'agent_1', lead_id: 'lead_1' }, 'lead_id'],
    ['a deal', { deal_id: 'deal_1', status: ['open'] }, 'deal_id'],
  ] as const) {
    it(`narrowed by ${name} is served by the index ${hint}`, () => {
      expect(narrow({ ...query, ...given }).hint).to.equal(hint);
    });
  }

  it('combines its conditions', () => {
    const { filter } = narrow({ ...query, agent_id: 'agent_1', status: ['closed'], created_after: '2026-03-01' });
    expect(filter).to.deep.equal({
      agent_id: 'agent_1',
      status: 'closed',
      created_at: { $gte: new Date('2026-03-01T00:00:00.000Z') },
    });
  });
});
