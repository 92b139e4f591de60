import { conflict } from '@plotline/kit/errors';
import { noSize, type Price, type Size, type Unit, type UnitStatus, type Visibility } from './unit.js';

/** What a PUT may say; absent is unchanged, null is cleared. */
export interface UnitPatch {
  readonly name?: string;
  readonly unit_number?: string | null;
  readonly type?: string | null;
  readonly status?: UnitStatus;
  readonly bedrooms?: number | null;
  readonly bathrooms?: number | null;
  readonly size?: Partial<Size> | null;
  readonly price?: Partial<Price>;
  readonly features?: readonly string[] | null;
  readonly floor_plan?: string | null;
  readonly gallery?: readonly string[] | null;
  readonly visibility?: Visibility;
  readonly assigned_agent?: string | null;
}

/** A unit after a merge, in which cleared objects and lists are null. */
export type MergedUnit = Omit<Unit, 'size' | 'features' | 'gallery'> & {
  readonly size: Size | null;
  readonly features: readonly string[] | null;
  readonly gallery: readonly string[] | null;
};

/** The unit as its editor wants it. Throws CONFLICT when that would take it out of a live deal. */
export function editUnit(unit: Unit, wanted: MergedUnit, now: Date): Unit {
  assertFree(unit, wanted.status);
  return {
    ...wanted,
    size: wanted.size ?? noSize,
    features: wanted.features ?? [],
    gallery: wanted.gallery ?? [],
    updated_at: now,
  };
}

/** The unit in another status. Throws CONFLICT when that would take it out of a live deal. */
export function setStatus(unit: Unit, status: UnitStatus, now: Date): Unit {
  assertFree(unit, status);
  return unit.status === status ? unit : { ...unit, status, updated_at: now };
}

function assertFree(unit: Unit, status: UnitStatus): void {
  if (unit.deal_id !== null && status !== unit.status) {
    throw conflict('The unit is sold in a live deal; its status changes when that lead is reopened.');
  }
}
