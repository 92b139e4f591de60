import type { Unit } from '../domain/unit.js';

/** A unit as the public sees it; also the `data` of its events. */
export function unitJson({ version: _version, deal_id: _deal, released_deals: _released, id, ...unit }: Unit) {
  return { id, ...unit };
}

/** A unit as lists show it. */
export function unitSummaryJson({ id, property_id, name, status, bedrooms, price, created_at, updated_at }: Unit) {
  return { id, property_id, name, status, bedrooms, price, created_at, updated_at };
}
