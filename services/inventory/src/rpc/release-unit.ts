import { Problem } from '@plotline/kit/errors';
import { noAnswer } from '@plotline/kit/mongo/change-record';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { ReleaseUnitRequest, ReleaseUnitResponse } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../context.js';
import { release } from '../domain/sale.js';

/** ListingsService.ReleaseUnit */
export function releaseUnit({ units, clock }: Context): RpcHandler<ReleaseUnitRequest, ReleaseUnitResponse> {
  return async ({ unit_id, deal_id }, call) => {
    const change = {
      type: 'deal_cancelled',
      description: 'The deal was called off.',
      attributes: { deal_id },
    } as const;
    try {
      const command = { caller: call.caller() };
      await units.change(command, unit_id, change, (before) => release(before, deal_id, clock()), noAnswer);
    } catch (error) {
      // A unit that is not there is not sold to the deal, which is what was asked for.
      if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error;
    }
    return {};
  };
}
