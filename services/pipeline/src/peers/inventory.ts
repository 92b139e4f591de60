import type { Caller } from '@plotline/kit/core/caller';
import { callInBatches, type Peer } from '@plotline/kit/rpc/client';
import {
  type Deposit,
  type FoundListings,
  type Listing,
  ListingsServiceService,
} from '@plotline/protos/plotline/inventory/v1/listings';

export interface Listings {
  /** Returns the properties and units with these ids, in no particular order. Skips ids that don't exist. */
  find(caller: Caller, ids: readonly string[]): Promise<readonly Listing[]>;
  /**
   * Finds the listings that each text refers to. A text is an external id, a name, or a property and a unit separated
   * by a slash.
   */
  findNamed(caller: Caller, references: readonly string[]): Promise<readonly FoundListings[]>;
}

export interface SoldUnit {
  readonly propertyId: string;
  /** Currency of the unit or its property. Null if neither has one. */
  readonly currency: string | null;
  /** Paid deposit of the hold that the sale converted; null when there is none. */
  readonly deposit: PaidDeposit | null;
}

/** Paid deposit of a hold. */
export interface PaidDeposit {
  readonly amount: number;
  readonly currency: string;
  readonly paidAt: Date;
  readonly reference: string | null;
}

/** Deal to which a unit is sold. */
export interface BuyingDeal {
  readonly id: string;
  readonly leadId: string;
  /** When the sale began. A hold of the lead that was active then still counts. */
  readonly beganAt: Date;
  /** Earlier sales of the unit to the lead that never became a deal. A hold that such a sale converted still counts. */
  readonly abandonedIds?: readonly string[];
}

/** Units of inventory. Repeated calls of `sell` and `release` for the same deal have no further effect. */
export interface Units {
  /** Sells the unit to the deal. Rejects with NOT_FOUND, or CONFLICT when it is not for sale. */
  sell(caller: Caller, unitId: string, deal: BuyingDeal): Promise<SoldUnit>;
  /** Makes the unit available again if it is still sold to the deal. */
  release(caller: Caller, unitId: string, dealId: string): Promise<void>;
  /** Returns the number of units of the workspace by status. */
  countByStatus(caller: Caller): Promise<Readonly<Record<string, number>>>;
}

/** Milestone that a property has reached. */
export interface ReachedMilestone {
  /** Id that distinguishes it from a deleted milestone of the same name. */
  readonly id: string;
  readonly name: string;
  /** `YYYY-MM-DD` */
  readonly reachedOn: string;
}

/** Construction progress of a property. */
export interface Progress {
  /** Expected day of completion, `YYYY-MM-DD`; null when unknown. */
  readonly completionDate: string | null;
  readonly milestones: readonly ReachedMilestone[];
}

/** Construction progress of inventory's properties. */
export interface Construction {
  /** Returns the progress of a property. An unknown property has no milestones and no day of completion. */
  getProgress(caller: Caller, propertyId: string): Promise<Progress>;
}

/** Creates a gRPC client for the construction of properties. */
export function createConstructionClient(peer: Peer): Construction {
  return {
    getProgress: async (caller, property_id) => {
      const request = { property_id };
      const { completion_date, milestones } = await peer.call(ListingsServiceService.getProgress, request, { caller });
      return {
        completionDate: completion_date ?? null,
        milestones: milestones.map(({ id, name, reached_on }) => ({ id, name, reachedOn: reached_on })),
      };
    },
  };
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

function toPaidDeposit({ amount, currency, paid_at, reference }: Deposit): PaidDeposit | null {
  return paid_at === 0 ? null : { amount, currency, paidAt: new Date(paid_at), reference: reference ?? null };
}

/** Creates a gRPC client for units. */
export function createUnitsClient(peer: Peer): Units {
  return {
    sell: async (caller, unitId, deal) => {
      const { id, leadId, beganAt, abandonedIds = [] } = deal;
      const abandoned = abandonedIds.length > 0 ? { abandoned: { ids: [...abandonedIds] } } : {};
      const request = { unit_id: unitId, deal_id: id, lead_id: leadId, began_at: beganAt.getTime(), ...abandoned };
      const { property_id, currency, hold } = await peer.call(ListingsServiceService.sellUnit, request, { caller });
      const deposit = hold?.deposit ? toPaidDeposit(hold.deposit) : null;
      return { propertyId: property_id, currency: currency === '' ? null : currency, deposit };
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
