import { newId } from '@plotline/kit/core/ids';
import { planSaleList, type SaleListQuery } from '@plotline/pipeline/sales/store/sale-records';
import { expect } from 'chai';

/** Returns the plan of a list with a number of matches. */
function plan(given: Partial<SaleListQuery>, matches = 0) {
  const records = {
    count: async (_filter: object, { limit = Number.POSITIVE_INFINITY } = {}) => Math.min(matches, limit),
    // The next plan must not use a cached total.
    toCacheKey: () => newId('deal'),
  };
  return planSaleList(records, { page: 1, per_page: 20, sort: 'created_at', order: 'desc', ...given });
}

describe('planSaleList', () => {
  for (const [name, given, hint] of [
    ['nothing', {}, 'created_at'],
    ['one status', { status: ['closed'] }, 'status'],
    ['several statuses', { status: ['closed', 'cancelled'] }, 'created_at'],
    ['an agent and a status', { agent_id: 'agent_1', status: ['closed'] }, 'agent_id'],
    ['a lead and an agent', { agent_id: 'agent_1', lead_id: 'lead_1' }, 'lead_id'],
    ['a deal', { deal_id: 'deal_1', status: ['open'] }, 'deal_id'],
    ['a time of the last change', { updated_after: '2026-03-01', agent_id: 'agent_1' }, 'updated_at'],
  ] as const) {
    it(`reads a list filtered by ${name} by the index ${hint}`, async () => {
      expect((await plan(given)).hint).to.equal(hint);
    });
  }

  it('sorts a few matches by last-change time, and scans that order for many', async () => {
    for (const [given, index] of [
      [{ agent_id: 'agent_1' }, 'agent_id'],
      [{ status: ['closed'] }, 'status'],
    ] as const) {
      const few = await plan({ ...given, sort: 'updated_at' }, 1_000);
      expect([few.hint, few.countHint, few.total]).to.deep.equal([index, index, 1_000]);
      const many = await plan({ ...given, sort: 'updated_at' }, 1_001);
      expect([many.hint, many.countHint, many.total]).to.deep.equal(['updated_at', index, 1_001]);
    }
  });

  it('joins the conditions with AND', async () => {
    const { filter } = await plan({ agent_id: 'agent_1', status: ['closed'], created_after: '2026-03-01' });
    expect(filter).to.deep.equal({
      agent_id: 'agent_1',
      status: 'closed',
      created_at: { $gte: new Date('2026-03-01T00:00:00.000Z') },
    });
  });
});
