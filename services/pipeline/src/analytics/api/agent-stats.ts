import { invalid } from '@plotline/kit/core/errors';
import { isPeriodName, type Period, parsePeriod } from '@plotline/kit/core/period';
import { maxIdsPerCall } from '@plotline/kit/rpc/client';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { GetNewestLeadsRequest, GetNewestLeadsResponse } from '@plotline/protos/plotline/pipeline/v1/agent_leads';
import type {
  GetAgentStatsRequest,
  GetAgentStatsResponse,
  GetAgentTotalsRequest,
  GetAgentTotalsResponse,
} from '@plotline/protos/plotline/pipeline/v1/agent_stats';
import type { Context } from '../../context.js';
import { allTime, CounterTotals, wholeWorkspace } from '../../counters/model/counter.js';
import { summaryFields, toLeadSummaryJson } from '../../leads/model/lead-json.js';
import { createAgentReport, createAgentTotals } from '../model/agent-report.js';
import { toSpan } from '../model/period.js';

const maxNewestLeads = 100;

/** AgentStatsService.GetAgentTotals */
export function getAgentTotals({ counters }: Context): RpcHandler<GetAgentTotalsRequest, GetAgentTotalsResponse> {
  return async ({ agent_ids }, call) => {
    if (agent_ids.length > maxIdsPerCall)
      throw invalid({ field: 'agent_ids', message: `must have at most ${maxIdsPerCall} ids` });
    const caller = call.caller();
    const agents = agent_ids.filter((id) => id !== wholeWorkspace);
    const [found = []] = await counters.read(caller, [{ agents, days: allTime }]);
    const byAgent = new Map(found.map((counter) => [counter.agent_id, counter]));
    const totals = agent_ids.map((agent_id) => {
      const counter = byAgent.get(agent_id);
      return { agent_id, ...createAgentTotals(counter ? [counter] : [], caller.currency) };
    });
    return { totals };
  };
}

function readPeriod(request: GetAgentStatsRequest, now: Date, timeZone: string): Period {
  const { period, start_date, end_date } = request;
  if (!isPeriodName(period)) throw invalid({ field: 'period', message: 'must be one of: week, month, quarter, year' });
  const range = { ...(start_date && { start_date }), ...(end_date && { end_date }) };
  return parsePeriod({ period, ...range }, now, timeZone);
}

/** AgentStatsService.GetAgentStats */
export function getAgentStats({
  periodCounters,
  clock,
}: Context): RpcHandler<GetAgentStatsRequest, GetAgentStatsResponse> {
  return async (request, call) => {
    const caller = call.caller();
    const { agent_id } = request;
    if (agent_id === wholeWorkspace) throw invalid({ field: 'agent_id', message: 'is required' });
    const now = clock();
    const period = readPeriod(request, now, caller.timeZone);
    const found = await periodCounters.readAgent(caller, agent_id, toSpan(period, now, caller.timeZone));
    const { leads, revenue, ...report } = createAgentReport(new CounterTotals(found));
    const none = { currency: caller.currency, closed: 0, pending: 0, commission: 0 };
    const own = revenue.find(({ currency }) => currency === caller.currency) ?? none;
    return { ...leads, ...report, period: period.period, revenue: [own, ...revenue.filter((one) => one !== own)] };
  };
}

/** AgentLeadsService.GetNewestLeads */
export function getNewestLeads({ leads }: Context): RpcHandler<GetNewestLeadsRequest, GetNewestLeadsResponse> {
  return async ({ agent_id, limit }, call) => {
    if (limit < 1 || limit > maxNewestLeads) {
      throw invalid({ field: 'limit', message: `must be from 1 to ${maxNewestLeads}` });
    }
    const query = { agent_id, page: 1, per_page: limit, sort: 'created_at', order: 'desc' } as const;
    const { records } = await leads.list(call.caller(), query, summaryFields);
    return { leads: records.map(toLeadSummaryJson) };
  };
}
