import type { Caller } from '@plotline/kit/caller';
import { callInBatches } from '@plotline/kit/rpc/call-in-batches';
import type { Peer } from '@plotline/kit/rpc/client';
import { type Listing, ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';

/** What leads ask of the portfolio. */
export interface Listings {
  /** The properties and units among the ids that exist, in no particular order. */
  find(caller: Caller, ids: readonly string[]): Promise<readonly Listing[]>;
}

/** Asks the inventory service. */
export function askInventory(peer: Peer): Listings {
  return {
    find: (caller, all) =>
      callInBatches(all, async (ids) => {
        const { listings } = await peer.call(ListingsServiceService.getListings, { ids }, { caller });
        return listings;
      }),
  };
}
