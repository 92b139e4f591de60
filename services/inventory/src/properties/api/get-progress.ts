import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { GetProgressRequest, GetProgressResponse } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../../context.js';

/** ListingsService.GetProgress */
export function getProgress({ properties, milestones }: Context): RpcHandler<GetProgressRequest, GetProgressResponse> {
  return async ({ property_id }, call) => {
    const caller = call.caller();
    const [[property], found] = await Promise.all([
      properties.getMany(caller, [property_id]),
      milestones.findAll(caller, property_id),
    ]);
    return {
      completion_date: property?.completion_date ?? undefined,
      milestones: found.map(({ id, name, reached_on }) => ({ id, name, reached_on })),
    };
  };
}
