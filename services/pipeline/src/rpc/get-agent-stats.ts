import { invalid } from '@plotline/kit/errors';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { GetAgentStatsRequest, GetAgentStatsResponse } from '@plotline/protos/plotline/pipeline/v1/agent_stats';
import type { Context } from '../context.js';
import { agentReport } from '../domain/agent-report.js';
import { isPeriodName, type Period, periodOf } from '../domain/period.js';
import { whole } from '../domain/tally.js';

function requestedPeriod({ period, start_date, end_date }: GetAgentStatsRequest, now: Date): Period {
  if (!isPeriodName(period)) throw invalid({ field: 'period', message: 'is unknown' });
  return periodOf({ period, ...(start_date && { start_date }), ...(end_date && { end_date }) }, now);
}

/** AgentStatsService.GetAgentStats */
export function getAgentStats({ tallies, clock }: Context): RpcHandler<GetAgentStatsRequest, GetAgentStatsResponse> {
  return async (request, call) => {
    const caller = call.caller();
    const { agent_id } = request;
    if (agent_id === whole) throw invalid({ field: 'agent_id', message: 'is required' });
    const { period, start_date, end_date } = requestedPeriod(request, clock());
    const [found = []] = await tallies.read(caller, [{ agents: [agent_id], days: { from: start_date, to: end_date } }]);
    const { leads, revenue, ...report } = agentReport(found);
    const none = { currency: caller.currency, closed: 0, pending: 0, commission: 0 };
    const own = revenue.find(({ currency }) => currency === caller.currency) ?? none;
    return { ...leads, ...report, period, revenue: [own, ...revenue.filter((one) => one !== own)] };
  };
}
