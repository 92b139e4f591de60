import type { Price, Size, Unit } from '../domain/unit.js';

// Each field by name: what another version of the service has stored beside them is not public.
function toPriceJson({ amount, currency }: Price): Price {
  return { amount, currency };
}

function toSizeJson({ interior, land, unit }: Size): Size {
  return { interior, land, unit };
}

/** A unit as the API shows it; also the `data` of its events. */
export function toUnitJson(unit: Unit) {
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
    created_at: unit.created_at,
    updated_at: unit.updated_at,
  };
}

/** A unit as lists show it. */
export function toUnitSummaryJson({ id, property_id, name, status, bedrooms, price, created_at, updated_at }: Unit) {
  return { id, property_id, name, status, bedrooms, price: toPriceJson(price), created_at, updated_at };
}
