import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { GetUsageRequest, GetUsageResponse } from '@plotline/protos/plotline/usage/v1/usage';
import type { Context } from '../../context.js';

/** UsageService.GetUsage: returns the number of leads. The sandbox has no quota for leads. */
export function getUsage({ leads }: Context): RpcHandler<GetUsageRequest, GetUsageResponse> {
  return async (_request, call) => {
    const count = await leads.countAll(call.caller());
    return { used: count === null ? {} : { leads: count } };
  };
}
