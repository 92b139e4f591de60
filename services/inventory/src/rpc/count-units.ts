import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { CountUnitsRequest, CountUnitsResponse } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../context.js';
import { unitStatuses } from '../domain/unit.js';

/** ListingsService.CountUnits */
export function countUnits({ units }: Context): RpcHandler<CountUnitsRequest, CountUnitsResponse> {
  return async (_request, call) => {
    const caller = call.caller();
    const count = async (status: (typeof unitStatuses)[number]) => ({
      status,
      count: await units.countIn(caller, status),
    });
    return { counts: await Promise.all(unitStatuses.map(count)) };
  };
}
