import type { Caller } from '@plotline/kit/core/caller';
import { callInBatches } from '@plotline/kit/rpc/call-in-batches';
import type { Peer } from '@plotline/kit/rpc/client';
import { type Listing, ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';

export interface Listings {
  /** The properties and units among the ids that exist, in no particular order. */
  find(caller: Caller, ids: readonly string[]): Promise<readonly Listing[]>;
}

export interface SoldUnit {
  readonly propertyId: string;
  /** The unit's or its property's; null when neither names one. */
  readonly currency: string | null;
}

/** Units of the inventory. Selling and releasing for the same deal are idempotent. */
export interface Units {
  /** Sells the unit to the deal. Rejects with NOT_FOUND, or CONFLICT when it is not for sale. */
  sell(caller: Caller, unitId: string, deal: { readonly id: string; readonly leadId: string }): Promise<SoldUnit>;
  /** Makes the unit available again if it is still sold to the deal. */
  release(caller: Caller, unitId: string, dealId: string): Promise<void>;
  /** The number of units of the workspace by status. */
  countByStatus(caller: Caller): Promise<Readonly<Record<string, number>>>;
}

/** Listings over gRPC. */
export function createListingsClient(peer: Peer): Listings {
  return {
    find: (caller, all) =>
      callInBatches(all, async (ids) => {
        const { listings } = await peer.call(ListingsServiceService.getListings, { ids }, { caller });
        return listings;
      }),
  };
}

/** Units over gRPC. */
export function createUnitsClient(peer: Peer): Units {
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
