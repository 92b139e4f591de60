import type { Property } from '../domain/property.js';
import type { UnitCounter } from '../domain/unit-counter.js';

/** A property as the API shows it; also the `data` of its events. */
export function toPropertyJson(property: Property, { units_count, units_available }: UnitCounter) {
  const { id, version: _version, completion_date, created_at, updated_at, ...rest } = property;
  return { id, ...rest, units_count, units_available, completion_date, created_at, updated_at };
}

/** A property as lists show it. */
export function toPropertySummaryJson(property: Property, { units_available }: UnitCounter) {
  const { id, name, type, status, pricing, created_at, updated_at } = property;
  return { id, name, type, status, pricing, units_available, created_at, updated_at };
}

/** A property as its units show it with `expand=property`. */
export function toPropertyReferenceJson({ id, name, location: { area, city } }: Property) {
  return { id, name, location: { area, city } };
}
