import type { Unit } from '../domain/unit.js';

/** A unit as the API shows it; also the `data` of its events. */
export function toUnitJson({ version: _version, deal_id: _deal, released_deals: _released, id, ...unit }: Unit) {
  return { id, ...unit };
}

/** A unit as lists show it. */
export function toUnitSummaryJson({ id, property_id, name, status, bedrooms, price, created_at, updated_at }: Unit) {
  return { id, property_id, name, status, bedrooms, price, created_at, updated_at };
}
