import { toAgentStatsJson, toAgentTotalsJson } from '@plotline/team/agents/api/agent-stats';
import { expect } from 'chai';

const stats = {
  assigned: 8,
  contacted: 6,
  qualified: 4,
  closed: 2,
  conversion_rate: 0.25,
  average_response_time: 'PT4H30M',
  deals_closed: 3,
  period: 'month',
  revenue: [
    { currency: 'EUR', closed: 300, pending: 100, commission: 9 },
    { currency: 'USD', closed: 50, pending: 0, commission: 1 },
  ],
};

describe('toAgentStatsJson and toAgentTotalsJson', () => {
  it("return revenue and commission in the workspace's currency, and revenue in every currency", () => {
    expect(toAgentStatsJson(stats, 'EUR')).to.deep.equal({
      period: 'month',
      leads: { assigned: 8, contacted: 6, qualified: 4, closed: 2 },
      conversion_rate: 0.25,
      average_response_time: 'PT4H30M',
      revenue: { closed: 300, pending: 100, currency: 'EUR' },
      revenue_by_currency: [
        { closed: 300, pending: 100, currency: 'EUR' },
        { closed: 50, pending: 0, currency: 'USD' },
      ],
      commission_earned: 9,
    });
  });

  it("return zero in the workspace's currency if there are no sales", () => {
    const none = toAgentStatsJson({ ...stats, revenue: [] }, 'EUR');
    expect(none.revenue).to.deep.equal({ closed: 0, pending: 0, currency: 'EUR' });
    expect(none.commission_earned).to.equal(0);
  });

  it('return zero for an agent without totals', () => {
    expect(toAgentTotalsJson(undefined)).to.deep.equal({ active_leads: 0, deals_closed: 0, total_revenue: 0 });
    const totals = { agent_id: 'agent_1', active_leads: 2, deals_closed: 1, total_revenue: 5.5 };
    expect(toAgentTotalsJson(totals)).to.deep.equal({ active_leads: 2, deals_closed: 1, total_revenue: 5.5 });
  });
});
