import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { CountUnitsRequest, CountUnitsResponse } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../../context.js';

/** ListingsService.CountUnits */
export function countUnits({ units }: Context): RpcHandler<CountUnitsRequest, CountUnitsResponse> {
  return async (_request, call) => ({ counts: await units.countByStatus(call.caller()) });
}
