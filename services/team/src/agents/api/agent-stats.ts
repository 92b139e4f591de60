import { ok } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { AgentTotals, GetAgentStatsResponse } from '@plotline/protos/plotline/pipeline/v1/agent_stats';
import type { Context } from '../../context.js';
import type { StatsRange } from '../../peers/pipeline.js';

/** Renders the `stats` of an agent, which are totals of all time. */
export function toAgentTotalsJson(totals: AgentTotals | undefined) {
  return {
    active_leads: totals?.active_leads ?? 0,
    deals_closed: totals?.deals_closed ?? 0,
    total_revenue: totals?.total_revenue ?? 0,
  };
}

/** Renders the statistics of an agent. The pipeline service lists the workspace's currency first. */
export function toAgentStatsJson(stats: GetAgentStatsResponse, currency: string) {
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

/** GET /v1/agents/:id/stats */
export function getAgentStats({ agents, pipeline }: Context): Handler<unknown, StatsRange> {
  return async ({ caller, path, query }) => {
    const agent = await agents.get(caller, path('id'));
    if (!agent) throw notFound();
    return ok(toAgentStatsJson(await pipeline.getStats(caller, agent.id, query), caller.currency));
  };
}
