import { notFound, Problem } from '@plotline/kit/core/errors';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import { noAnswer } from '@plotline/kit/store/records/change-record';
import type {
  ReleaseUnitRequest,
  ReleaseUnitResponse,
  SellUnitRequest,
  SellUnitResponse,
} from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../../context.js';
import { release, sell } from '../model/sale.js';
import type { Unit } from '../model/unit.js';
import { canView } from '../model/visibility.js';

/** ListingsService.SellUnit */
export function sellUnit(context: Context): RpcHandler<SellUnitRequest, SellUnitResponse> {
  return async ({ unit_id, deal_id, lead_id }, call) => {
    const description = {
      type: 'deal_closed',
      description: 'The unit was sold.',
      attributes: { deal_id, lead_id },
    } as const;
    const caller = call.caller();
    const allowed = await context.visibilityOf(caller);
    const decide = (before: Unit, now: Date) => {
      if (!canView(allowed, before)) throw notFound();
      return sell(before, deal_id, now);
    };
    const { record: unit } = await context.units.change({ caller }, unit_id, description, decide, noAnswer);
    return { property_id: unit.property_id, currency: unit.price.currency };
  };
}

/** ListingsService.ReleaseUnit */
export function releaseUnit({ units }: Context): RpcHandler<ReleaseUnitRequest, ReleaseUnitResponse> {
  return async ({ unit_id, deal_id }, call) => {
    const description = {
      type: 'deal_cancelled',
      description: 'The deal was cancelled.',
      attributes: { deal_id },
    } as const;
    try {
      const command = { caller: call.caller() };
      const decide = (before: Unit, now: Date) => release(before, deal_id, now);
      await units.change(command, unit_id, description, decide, noAnswer);
    } catch (error) {
      // A unit that doesn't exist isn't sold to the deal, so there is nothing to release.
      if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error;
    }
    return {};
  };
}
