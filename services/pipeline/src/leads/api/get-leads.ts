import { invalid } from '@plotline/kit/core/errors';
import { maxIdsPerCall } from '@plotline/kit/rpc/client';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type {
  GetLeadsRequest,
  GetLeadsResponse,
  Lead as LeadMessage,
} from '@plotline/protos/plotline/pipeline/v1/leads';
import type { Context } from '../../context.js';
import type { Lead } from '../model/lead.js';

function toMessage({ id, version, name, email, phone, stage, assigned_agent }: Lead): LeadMessage {
  return { id, version, name, email, stage, phone: phone ?? undefined, assigned_agent: assigned_agent ?? undefined };
}

/** LeadsService.GetLeads */
export function getLeads({ leads }: Context): RpcHandler<GetLeadsRequest, GetLeadsResponse> {
  return async ({ ids }, call) => {
    if (ids.length > maxIdsPerCall) throw invalid({ field: 'ids', message: `must have at most ${maxIdsPerCall} ids` });
    return { leads: (await leads.getAll(call.caller(), ids)).map(toMessage) };
  };
}
