import type { Caller } from '@plotline/kit/core/caller';
import { callInBatches, type Peer } from '@plotline/kit/rpc/client';
import {
  type FoundListings,
  type Listing,
  ListingsServiceService,
} from '@plotline/protos/plotline/inventory/v1/listings';

export interface Listings {
  /** Returns the properties and units among the ids that exist, in no particular order. */
  find(caller: Caller, ids: readonly string[]): Promise<readonly Listing[]>;
  /** Finds the listings that each text names: an external id, a name, or a unit after its property and a slash. */
  findNamed(caller: Caller, references: readonly string[]): Promise<readonly FoundListings[]>;
}

export interface SoldUnit {
  readonly propertyId: string;
  /** Currency of the unit or its property; null when neither names one. */
  readonly currency: string | null;
}

/** Units of inventory. Selling and releasing for the same deal are idempotent. */
export interface Units {
  /** Sells the unit to the deal. Rejects with NOT_FOUND, or CONFLICT when it is not for sale. */
  sell(caller: Caller, unitId: string, deal: { readonly id: string; readonly leadId: string }): Promise<SoldUnit>;
  /** Makes the unit available again if it is still sold to the deal. */
  release(caller: Caller, unitId: string, dealId: string): Promise<void>;
  /** Returns the number of units of the workspace by status. */
  countByStatus(caller: Caller): Promise<Readonly<Record<string, number>>>;
}

/** Creates a gRPC client for listings. */
export function createListingsClient(peer: Peer): Listings {
  return {
    find: (caller, all) =>
      callInBatches(all, async (ids) => {
        const { listings } = await peer.call(ListingsServiceService.getListings, { ids }, { caller });
        return listings;
      }),
    findNamed: (caller, all) =>
      callInBatches(all, async (references) => {
        const { found } = await peer.call(ListingsServiceService.findListings, { references }, { caller });
        return found;
      }),
  };
}

/** Creates a gRPC client for units. */
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
