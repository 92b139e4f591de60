import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { GetUsageRequest, GetUsageResponse } from '@plotline/protos/plotline/usage/v1/usage';
import type { Context } from './context.js';

/** UsageService.GetUsage: the numbers of properties and units. In the sandbox, they have no quota. */
export function getUsage({ properties, units }: Context): RpcHandler<GetUsageRequest, GetUsageResponse> {
  return async (_request, call) => {
    const caller = call.caller();
    const count = await units.countAll(caller);
    return { used: count === null ? {} : { properties: await properties.countAll(caller), units: count } };
  };
}
