import type { AgentTotals, GetAgentStatsResponse } from '@plotline/protos/plotline/pipeline/v1/agent_stats';

/** An agent's `stats`, of all time. */
export function totalsJson(totals: AgentTotals | undefined) {
  return {
    active_leads: totals?.active_leads ?? 0,
    deals_closed: totals?.deals_closed ?? 0,
    total_revenue: totals?.total_revenue ?? 0,
  };
}

/** What GET /v1/agents/:id/stats answers. The first currency is the workspace's. */
export function statsJson(stats: GetAgentStatsResponse, currency: string) {
  const [own] = stats.revenue;
  const revenue = { closed: own?.closed ?? 0, pending: own?.pending ?? 0, currency: own?.currency ?? currency };
  return {
    period: stats.period,
    leads: {
      assigned: stats.assigned,
      contacted: stats.contacted,
      qualified: stats.qualified,
      closed: stats.closed,
    },
    conversion_rate: stats.conversion_rate,
    average_response_time: stats.average_response_time,
    revenue,
    revenue_by_currency: stats.revenue.map(({ currency: code, closed, pending }) => ({
      closed,
      pending,
      currency: code,
    })),
    commission_earned: own?.commission ?? 0,
  };
}
