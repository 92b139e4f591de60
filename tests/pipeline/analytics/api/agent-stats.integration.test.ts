import { getAgentStats, getAgentTotals } from '@plotline/pipeline/analytics/api/agent-stats';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAnalytics } from '../../support/analytics-fixture.js';
import { salesCaller } from '../../support/sales-fixture.js';

describe('AgentStatsService', () => {
  const fixture = useFixture(startAnalytics);
  const context = () => fixture().context;

  it("returns agents' totals in the workspace's currency, and zeros for unknown agents", async () => {
    const caller = () => ({ ...salesCaller(), currency: 'EUR' });
    const { log } = context().runtime;
    const { totals } = await getAgentTotals(context())(
      { agent_ids: ['agent_1', 'agent_9', 'agent_2'] },
      { caller, log },
    );
    expect(totals).to.deep.equal([
      { agent_id: 'agent_1', active_leads: 1, deals_closed: 2, total_revenue: 450_000 },
      { agent_id: 'agent_9', active_leads: 0, deals_closed: 0, total_revenue: 0 },
      { agent_id: 'agent_2', active_leads: 1, deals_closed: 0, total_revenue: 0 },
    ]);
  });

  it("returns an agent's statistics for a period, with the workspace's currency first", async () => {
    const { log } = context().runtime;
    const request = { agent_id: 'agent_1', period: 'quarter', start_date: undefined, end_date: undefined };
    const stats = await getAgentStats(context())(request, { caller: salesCaller, log });
    expect(stats).to.deep.include({ assigned: 3, contacted: 2, qualified: 2, closed: 2, conversion_rate: 2 / 3 });
    expect(stats.revenue.map(({ currency }) => currency)).to.deep.equal(['USD', 'EUR', 'GBP']);
  });
});
