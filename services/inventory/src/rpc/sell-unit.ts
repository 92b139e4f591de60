import { notFound } from '@plotline/kit/errors';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { SellUnitRequest, SellUnitResponse } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../context.js';
import { sell } from '../domain/sale.js';
import { sees } from '../domain/sight.js';

/** ListingsService.SellUnit */
export function sellUnit({ units, clock, sightOf }: Context): RpcHandler<SellUnitRequest, SellUnitResponse> {
  return async ({ unit_id, deal_id, lead_id }, call) => {
    const change = {
      type: 'deal_closed',
      description: 'The unit was sold.',
      attributes: { deal_id, lead_id },
    } as const;
    const caller = call.caller();
    const sight = await sightOf(caller);
    const unit = await units.change(caller, unit_id, change, (before) => {
      if (!sees(sight, before)) throw notFound();
      return sell(before, deal_id, clock());
    });
    return { property_id: unit.property_id, currency: unit.price.currency };
  };
}
