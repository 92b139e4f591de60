import { notFound, Problem } from '@plotline/kit/core/errors';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import { noAnswer } from '@plotline/kit/store/records/change-record';
import type {
  ConvertedHold,
  ReleaseUnitRequest,
  ReleaseUnitResponse,
  SellUnitRequest,
  SellUnitResponse,
} from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../../context.js';
import { release, sell } from '../model/sale.js';
import type { Price, Unit } from '../model/unit.js';
import { canView } from '../model/visibility.js';

/** Hold that a sale has converted. */
interface Converted {
  readonly id: string;
  readonly deposit: (Price & { readonly paid_at: Date | null; readonly reference: string | null }) | null;
}

function toConvertedHold({ id, deposit }: Converted): ConvertedHold {
  if (!deposit) return { id, deposit: undefined };
  const { amount, currency, paid_at, reference } = deposit;
  return { id, deposit: { amount, currency, paid_at: paid_at?.getTime() ?? 0, reference: reference ?? undefined } };
}

/** ListingsService.SellUnit */
export function sellUnit(context: Context): RpcHandler<SellUnitRequest, SellUnitResponse> {
  return async ({ unit_id, deal_id, lead_id, began_at, abandoned }, call) => {
    const description = {
      type: 'deal_closed',
      description: 'The unit was sold.',
      attributes: { deal_id, lead_id },
    } as const;
    const caller = call.caller();
    const allowed = await context.visibilityOf(caller);
    const decide = (before: Unit, now: Date) => {
      if (!canView(allowed, before)) throw notFound();
      return sell(before, { dealId: deal_id, leadId: lead_id }, now);
    };
    // A sale that began during the lead's hold may be completed after the hold has ended.
    const holdsAt = ({ hold }: Unit, now: Date) =>
      hold?.lead_id === lead_id && began_at !== undefined ? new Date(Math.min(began_at, now.getTime())) : now;
    const changed = context.units.change({ caller }, unit_id, description, decide, noAnswer, holdsAt);
    const { record: unit } = await changed;
    const deals = { leadId: lead_id, dealIds: [deal_id, ...(abandoned?.ids ?? [])] };
    const converted = await context.holds.findConverted(caller, unit_id, deals);
    const hold = converted ? toConvertedHold(converted) : undefined;
    return { property_id: unit.property_id, currency: unit.price.currency, hold };
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
      // A unit that doesn't exist isn't sold to the deal, so nothing needs to be released.
      if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error;
    }
    return {};
  };
}
