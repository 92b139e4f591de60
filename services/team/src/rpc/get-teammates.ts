import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { GetTeammatesRequest, GetTeammatesResponse } from '@plotline/protos/plotline/team/v1/agents';
import type { Context } from '../context.js';

/** AgentsService.GetTeammates */
export function getTeammates({ agents }: Context): RpcHandler<GetTeammatesRequest, GetTeammatesResponse> {
  return async ({ agent_id }, call) => {
    const caller = call.caller();
    const agent = await agents.get(caller, agent_id);
    if (!agent) return { agent_ids: [] };
    return { agent_ids: agent.team_id === null ? [agent.id] : await agents.inTeam(caller, agent.team_id) };
  };
}
