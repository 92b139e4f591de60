import type { Caller } from '@plotline/kit/core/caller';
import type { Price, Size, Unit, UnitHold } from '../model/unit.js';

// Lists each field by name, because other fields that a different release of the service has stored are not public.
function toPriceJson({ amount, currency }: Price): Price {
  return { amount, currency };
}

function toSizeJson({ interior, land, unit }: Size): Size {
  return { interior, land, unit };
}

/** Fields that are needed to render a list entry. */
export const unitSummaryFields = [
  'id',
  'property_id',
  'name',
  'status',
  'bedrooms',
  'price',
  'hold',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Unit)[];

/** Fields that are needed to render a unit. */
export const unitFields = [
  ...unitSummaryFields,
  'external_id',
  'unit_number',
  'type',
  'bathrooms',
  'size',
  'features',
  'floor_plan',
  'gallery',
  'visibility',
  'assigned_agent',
] as const satisfies readonly (keyof Unit)[];

/**
 * Returns whether a credential may see the lead that holds a unit. Events of units omit the lead, because they also go
 * to other credentials.
 */
export function mayReadLeads({ scopes }: Pick<Caller, 'scopes'>): boolean {
  return scopes.includes('read:leads') || scopes.includes('admin');
}

function toHoldJson({ id, expires_at, lead_id, agent_id }: UnitHold, withLead: boolean) {
  return { id, expires_at, ...(withLead && { lead_id, agent_id }) };
}

/** Renders a unit for the `data` of its events. With `withLead`, renders it for callers that may read leads. */
export function toUnitJson(unit: Pick<Unit, (typeof unitFields)[number]>, withLead = false) {
  return {
    id: unit.id,
    external_id: unit.external_id ?? null,
    property_id: unit.property_id,
    name: unit.name,
    unit_number: unit.unit_number,
    type: unit.type,
    status: unit.status,
    bedrooms: unit.bedrooms,
    bathrooms: unit.bathrooms,
    size: toSizeJson(unit.size),
    price: toPriceJson(unit.price),
    features: unit.features,
    floor_plan: unit.floor_plan,
    gallery: unit.gallery,
    visibility: unit.visibility,
    assigned_agent: unit.assigned_agent,
    hold: unit.hold ? toHoldJson(unit.hold, withLead) : null,
    created_at: unit.created_at,
    updated_at: unit.updated_at,
  };
}

/** Renders a unit for lists. */
export function toUnitSummaryJson(unit: Pick<Unit, (typeof unitSummaryFields)[number]>, withLead: boolean) {
  const { id, property_id, name, status, bedrooms, price, created_at, updated_at } = unit;
  const hold = unit.hold ? toHoldJson(unit.hold, withLead) : null;
  return { id, property_id, name, status, bedrooms, price: toPriceJson(price), hold, created_at, updated_at };
}

/** Fields of a property that its units show. */
interface PropertyReference {
  readonly id: string;
  readonly name: string;
  readonly location: { readonly area: string | null; readonly city: string | null };
}

/** Renders a property inside its units, for `expand=property`. */
export function toPropertyReferenceJson({ id, name, location: { area, city } }: PropertyReference) {
  return { id, name, location: { area, city } };
}
