import { invalid } from '@plotline/kit/errors';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { GetAgentTotalsRequest, GetAgentTotalsResponse } from '@plotline/protos/plotline/pipeline/v1/agent_stats';
import type { Context } from '../context.js';
import { agentTotals } from '../domain/agent-report.js';
import { whole } from '../domain/tally.js';

const most = 1_000;

/** AgentStatsService.GetAgentTotals */
export function getAgentTotals({ tallies }: Context): RpcHandler<GetAgentTotalsRequest, GetAgentTotalsResponse> {
  return async ({ agent_ids }, call) => {
    if (agent_ids.length > most) throw invalid({ field: 'agent_ids', message: `must be at most ${most}` });
    const caller = call.caller();
    const [found = []] = await tallies.read(caller, [{ agents: agent_ids.filter((id) => id !== whole), days: whole }]);
    const byAgent = new Map(found.map((tally) => [tally.agent_id, tally]));
    const totals = agent_ids.map((agent_id) => {
      const own = byAgent.get(agent_id);
      return { agent_id, ...agentTotals(own ? [own] : [], caller.currency) };
    });
    return { totals };
  };
}
