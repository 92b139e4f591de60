import { invalid } from '@plotline/kit/errors';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { GetNewestLeadsRequest, GetNewestLeadsResponse } from '@plotline/protos/plotline/pipeline/v1/agent_leads';
import type { Context } from '../context.js';

const most = 100;

/** AgentLeadsService.GetNewestLeads */
export function getNewestLeads({ leads }: Context): RpcHandler<GetNewestLeadsRequest, GetNewestLeadsResponse> {
  return async ({ agent_id, limit }, call) => {
    if (limit < 1 || limit > most) throw invalid({ field: 'limit', message: `must be from 1 to ${most}` });
    const query = { agent_id, page: 1, per_page: limit, sort: 'created_at', order: 'desc' } as const;
    const { records } = await leads.list(call.caller(), query);
    return {
      leads: records.map(({ id, name, email, stage, score, created_at, updated_at }) => {
        return { id, name, email, stage, score, created_at, updated_at };
      }),
    };
  };
}
