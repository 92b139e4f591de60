import type { ProblemDetail } from '@plotline/kit/core/errors';
import { keepHold } from './held-unit.js';
import { assertStatusAllowed } from './sale.js';
import {
  emptySize,
  findPriceFaults,
  type Price,
  type Size,
  type Unit,
  type UnitStatus,
  type UnitVisibility,
} from './unit.js';

/** Body of a PUT request. Absent fields don't change; null clears a field. */
export interface UnitPatch {
  readonly external_id?: string | null;
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
  readonly visibility?: UnitVisibility;
  readonly assigned_agent?: string | null;
}

/** Unit merged with a patch. Cleared objects and lists are null. */
export type MergedUnit = Omit<Unit, 'external_id' | 'size' | 'features' | 'gallery'> & {
  readonly external_id?: string | null | undefined;
  readonly size: Size | null;
  readonly features: readonly string[] | null;
  readonly gallery: readonly string[] | null;
};

/** Returns whether the agent must be checked. A unit may remain assigned to a deactivated agent. */
function changesAssignment(unit: Unit, { assigned_agent }: UnitPatch): boolean {
  return assigned_agent !== undefined && assigned_agent !== unit.assigned_agent;
}

/** Finds the errors in a change that the contract can't find. `ofAgent` are the errors for the agent in the patch. */
export function findChangeFaults(
  before: Unit,
  { price }: Pick<MergedUnit, 'price'>,
  patch: UnitPatch,
  ofAgent: readonly ProblemDetail[],
): ProblemDetail[] {
  return [...findPriceFaults(price, before.price), ...(changesAssignment(before, patch) ? ofAgent : [])];
}

/**
 * Returns the unit after a PUT. Throws CONFLICT if the change would affect the status of a held unit or of a unit in an
 * active deal. A held unit may become `off_market`, which ends its holds.
 */
export function editUnit(unit: Unit, merged: MergedUnit, now: Date): Unit {
  assertStatusAllowed(unit, merged.status);
  return {
    ...merged,
    external_id: merged.external_id ?? undefined,
    size: merged.size ?? emptySize,
    features: merged.features ?? [],
    gallery: merged.gallery ?? [],
    ...keepHold(unit, merged.status),
    updated_at: now,
  };
}

/** Returns the unit with the status. Throws CONFLICT like `editUnit`. */
export function setStatus(unit: Unit, status: UnitStatus, now: Date): Unit {
  assertStatusAllowed(unit, status);
  return unit.status === status ? unit : { ...unit, status, ...keepHold(unit, status), updated_at: now };
}
