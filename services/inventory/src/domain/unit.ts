export const unitStatuses = ['available', 'reserved', 'sold', 'off_market', 'rented'] as const;
export type UnitStatus = (typeof unitStatuses)[number];

/** Which of a workspace's people see the unit: `team` is the assigned agent's team, `private` admins and owners. */
export type Visibility = 'public' | 'agents' | 'team' | 'private';

export interface Price {
  readonly amount: number;
  readonly currency: string;
}

export interface Size {
  readonly interior: number | null;
  readonly land: number | null;
  /** Label of the measure, such as `sqm`. */
  readonly unit: string | null;
}

/** One thing that can be sold. */
export interface Unit {
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
  readonly visibility: Visibility;
  readonly assigned_agent: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** The live deal that it is sold to. Not public. */
  readonly deal_id: string | null;
  /** Deals that were called off, newest first, bounded: none of them can buy the unit any more. Not public. */
  readonly released_deals: readonly string[];
}

/** What a create body says; the contract has checked its shape. */
export interface UnitDraft {
  readonly property_id: string;
  readonly name: string;
  readonly price: Price;
  readonly status: UnitStatus;
  readonly visibility: Visibility;
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

export const noSize: Size = { interior: null, land: null, unit: null };

/** A new unit, free of any deal whatever its status. */
export function createUnit(draft: UnitDraft, id: string, now: Date): Unit {
  return {
    id,
    version: 1,
    property_id: draft.property_id,
    name: draft.name,
    unit_number: draft.unit_number ?? null,
    type: draft.type ?? null,
    status: draft.status,
    bedrooms: draft.bedrooms ?? null,
    bathrooms: draft.bathrooms ?? null,
    size: { ...noSize, ...draft.size },
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
