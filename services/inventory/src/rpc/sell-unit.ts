import { notFound } from '@plotline/kit/errors';
import { noAnswer } from '@plotline/kit/mongo/change-record';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { SellUnitRequest, SellUnitResponse } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../context.js';
import { sell } from '../domain/sale.js';
import { sees } from '../domain/sight.js';
import type { Unit } from '../domain/unit.js';

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
    const decide = (before: Unit) => {
      if (!sees(sight, before)) throw notFound();
      return sell(before, deal_id, clock());
    };
    const { record: unit } = await units.change({ caller }, unit_id, change, decide, noAnswer);
    return { property_id: unit.property_id, currency: unit.price.currency };
  };
}
