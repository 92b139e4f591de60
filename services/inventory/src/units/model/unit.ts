import { findFineAmounts } from '@plotline/kit/core/currencies';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import { type ExternallyIdentified, toExternalId } from '@plotline/kit/core/ids';

export const unitStatuses = ['available', 'reserved', 'sold', 'off_market', 'rented'] as const;
export type UnitStatus = (typeof unitStatuses)[number];

/**
 * People in a workspace who may view the unit. `team` means the team of the assigned agent, and `private` means admins
 * and owners.
 */
export type UnitVisibility = 'public' | 'agents' | 'team' | 'private';

export interface Price {
  readonly amount: number;
  readonly currency: string;
}

export interface Size {
  readonly interior: number | null;
  readonly land: number | null;
  /** Unit of measurement, such as `sqm`. */
  readonly unit: string | null;
}

/** Copy of a unit's active hold. Contains the fields that the unit shows or that decisions about the unit need. */
export interface UnitHold {
  readonly id: string;
  readonly expires_at: Date;
  readonly lead_id: string;
  readonly agent_id: string | null;
  /** Number of holds in the unit's queue. Not public. */
  readonly queue_length: number;
}

/** Unit for sale, such as an apartment. */
export interface Unit extends ExternallyIdentified {
  readonly id: string;
  readonly version: number;
  readonly property_id: string;
  readonly name: string;
  readonly unit_number: string | null;
  readonly type: string | null;
  readonly status: UnitStatus;
  readonly bedrooms: number | null;
  readonly bathrooms: number | null;
  readonly size: Size;
  readonly price: Price;
  readonly features: readonly string[];
  readonly floor_plan: string | null;
  readonly gallery: readonly string[];
  readonly visibility: UnitVisibility;
  readonly assigned_agent: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Null or absent while nobody holds the unit. */
  readonly hold?: UnitHold | null;
  /** Active deal that the unit is sold to. Not public. */
  readonly deal_id: string | null;
  /** Latest cancelled deals, newest first. These deals can't buy the unit again. Not public. */
  readonly released_deals: readonly string[];
}

/** Body of a request that creates a unit. The contract has validated its shape. */
export interface UnitDraft {
  readonly property_id: string;
  readonly name: string;
  readonly price: Price;
  readonly status: UnitStatus;
  readonly visibility: UnitVisibility;
  readonly external_id?: string | null;
  readonly unit_number?: string | null;
  readonly type?: string | null;
  readonly bedrooms?: number | null;
  readonly bathrooms?: number | null;
  readonly size?: Partial<Size> | null;
  readonly features?: readonly string[] | null;
  readonly floor_plan?: string | null;
  readonly gallery?: readonly string[] | null;
  readonly assigned_agent?: string | null;
}

export const emptySize: Size = { interior: null, land: null, unit: null };

function toMoney({ amount, currency }: Partial<Price>) {
  return { currency, amounts: { 'price.amount': amount } };
}

/** Finds a price with more decimal places than its currency has, unless the unit already has this price. */
export function findPriceFaults(price: Partial<Price> | undefined, known?: Price): ProblemDetail[] {
  return price ? findFineAmounts(toMoney(price), known && toMoney(known)) : [];
}

/** Creates a unit. The new unit belongs to no deal, even if its status is `sold`. */
export function createUnit(draft: UnitDraft, id: string, now: Date): Unit {
  return {
    id,
    version: 1,
    ...toExternalId(draft.external_id),
    property_id: draft.property_id,
    name: draft.name,
    unit_number: draft.unit_number ?? null,
    type: draft.type ?? null,
    status: draft.status,
    bedrooms: draft.bedrooms ?? null,
    bathrooms: draft.bathrooms ?? null,
    size: { ...emptySize, ...draft.size },
    price: { amount: draft.price.amount, currency: draft.price.currency },
    features: draft.features ?? [],
    floor_plan: draft.floor_plan ?? null,
    gallery: draft.gallery ?? [],
    visibility: draft.visibility,
    assigned_agent: draft.assigned_agent ?? null,
    created_at: now,
    updated_at: now,
    deal_id: null,
    released_deals: [],
  };
}
