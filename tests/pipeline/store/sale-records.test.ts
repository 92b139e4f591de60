import { planSaleList } from '@plotline/pipeline/store/sale-records';
import { expect } from 'chai';

describe('planSaleList', () => {
  const query = { page: 1, per_page: 20, sort: 'created_at', order: 'desc' } as const;

  for (const [name, given, hint] of [
    ['nothing', {}, 'created_at'],
    ['one status', { status: ['closed'] }, 'status'],
    ['several statuses', { status: ['closed', 'cancelled'] }, 'created_at'],
    ['an agent and a status', { agent_id: 'agent_1', status: ['closed'] }, 'agent_id'],
    ['a lead and an agent', { agent_id: 'agent_1', lead_id: 'lead_1' }, 'lead_id'],
    ['a deal', { deal_id: 'deal_1', status: ['open'] }, 'deal_id'],
  ] as const) {
    it(`reads a list filtered by ${name} by the index ${hint}`, () => {
      expect(planSaleList({ ...query, ...given }).hint).to.equal(hint);
    });
  }

  it('joins the conditions by AND', () => {
    const { filter } = planSaleList({ ...query, agent_id: 'agent_1', status: ['closed'], created_after: '2026-03-01' });
    expect(filter).to.deep.equal({
      agent_id: 'agent_1',
      status: 'closed',
      created_at: { $gte: new Date('2026-03-01T00:00:00.000Z') },
    });
  });
});
