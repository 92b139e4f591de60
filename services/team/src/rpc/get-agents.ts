import { invalid } from '@plotline/kit/errors';
import { maxIdsPerCall } from '@plotline/kit/rpc/call-in-batches';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type {
  Agent as AgentMessage,
  GetAgentsRequest,
  GetAgentsResponse,
} from '@plotline/protos/plotline/team/v1/agents';
import type { Context } from '../context.js';
import type { Agent } from '../domain/agent.js';

function message({ id, name, email, role, status, team_id, commission }: Agent): AgentMessage {
  return { id, name, email, role, status, team_id: team_id ?? '', commission_rate: commission.rate ?? undefined };
}

/** AgentsService.GetAgents */
export function getAgents({ agents }: Context): RpcHandler<GetAgentsRequest, GetAgentsResponse> {
  return async ({ ids }, call) => {
    if (ids.length > maxIdsPerCall) throw invalid({ field: 'ids', message: `must be at most ${maxIdsPerCall}` });
    const found = await agents.getMany(call.caller(), ids);
    return { agents: found.map(message) };
  };
}
