import type { UnitCounter } from '../../units/model/unit-counter.js';
import type { Location, Media, Pricing, Property } from '../model/property.js';

// Lists each field by name, because other fields that a different release of the service has stored are not public.
function toLocationJson({ address, area, city, country, coordinates }: Location): Location {
  return { address, area, city, country, coordinates: coordinates && { lat: coordinates.lat, lng: coordinates.lng } };
}

function toMediaJson({ cover, gallery, floor_plans, virtual_tour }: Media): Media {
  return { cover, gallery, floor_plans, virtual_tour };
}

function toPricingJson({ currency, min_price, max_price }: Pricing): Pricing {
  return { currency, min_price, max_price };
}

/** Renders a property for the public API and for the `data` of its events. */
export function toPropertyJson(
  property: Pick<Property, (typeof propertyFields)[number]>,
  { units_count, available, reserved, sold, off_market, rented }: UnitCounter,
) {
  return {
    id: property.id,
    external_id: property.external_id ?? null,
    name: property.name,
    type: property.type,
    status: property.status,
    location: toLocationJson(property.location),
    description: property.description,
    media: toMediaJson(property.media),
    pricing: toPricingJson(property.pricing),
    features: property.features,
    units_count,
    units_available: available,
    unit_counts: { available, reserved, sold, off_market, rented },
    completion_date: property.completion_date,
    created_at: property.created_at,
    updated_at: property.updated_at,
  };
}

/** Fields of a property that `toPropertyJson` reads. */
export const propertyFields = [
  'id',
  'external_id',
  'name',
  'type',
  'status',
  'location',
  'description',
  'media',
  'pricing',
  'features',
  'completion_date',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Property)[];

/** Fields of a property that lists show. */
export const propertySummaryFields = ['id', 'name', 'type', 'status', 'pricing', 'created_at', 'updated_at'] as const;

/** Renders a property for lists. */
export function toPropertySummaryJson(
  property: Pick<Property, (typeof propertySummaryFields)[number]>,
  { available }: UnitCounter,
) {
  const { id, name, type, status, pricing, created_at, updated_at } = property;
  return {
    id,
    name,
    type,
    status,
    pricing: toPricingJson(pricing),
    units_available: available,
    created_at,
    updated_at,
  };
}
