import type { Caller } from '@plotline/kit/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';

export interface SoldUnit {
  readonly propertyId: string;
  /** The unit's or its property's; null when neither names one. */
  readonly currency: string | null;
}

/** What sales and analytics ask of the portfolio. Selling and releasing may be repeated for the same deal. */
export interface Units {
  /** Sells the unit to the deal. Rejects with NOT_FOUND, or CONFLICT when it is not for sale. */
  sell(caller: Caller, unitId: string, deal: { readonly id: string; readonly leadId: string }): Promise<SoldUnit>;
  /** Puts the unit back if it is still sold to the deal. */
  release(caller: Caller, unitId: string, dealId: string): Promise<void>;
  /** How many units the workspace has, by status. */
  countByStatus(caller: Caller): Promise<Readonly<Record<string, number>>>;
}

/** Sells and releases through the inventory service. */
export function sellThroughInventory(peer: Peer): Units {
  return {
    sell: async (caller, unitId, deal) => {
      const request = { unit_id: unitId, deal_id: deal.id, lead_id: deal.leadId };
      const { property_id, currency } = await peer.call(ListingsServiceService.sellUnit, request, { caller });
      return { propertyId: property_id, currency: currency === '' ? null : currency };
    },
    release: async (caller, unitId, dealId) => {
      const request = { unit_id: unitId, deal_id: dealId };
      await peer.call(ListingsServiceService.releaseUnit, request, { caller });
    },
    countByStatus: async (caller) => {
      const { counts } = await peer.call(ListingsServiceService.countUnits, {}, { caller });
      return Object.fromEntries(counts.map(({ status, count }) => [status, count]));
    },
  };
}
