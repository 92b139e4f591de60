import type { Property } from '../domain/property.js';
import type { UnitTally } from '../domain/unit-tally.js';

/** A property as the public sees it; also the `data` of its events. */
export function propertyJson(property: Property, { units_count, units_available }: UnitTally) {
  const { id, version: _version, completion_date, created_at, updated_at, ...rest } = property;
  return { id, ...rest, units_count, units_available, completion_date, created_at, updated_at };
}

/** A property as lists show it. */
export function propertySummaryJson(property: Property, { units_available }: UnitTally) {
  const { id, name, type, status, pricing, created_at, updated_at } = property;
  return { id, name, type, status, pricing, units_available, created_at, updated_at };
}
