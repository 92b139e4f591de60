import type { Caller } from '@plotline/kit/caller';
import { type RowFaults, soundFields } from '@plotline/kit/contract/faults';
import type { ProblemDetail } from '@plotline/kit/errors';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { createUnit, type Unit, type UnitDraft } from '../domain/unit.js';
import { missingProperty, referenceFaults } from './check-references.js';

/** What becomes of a row: a unit to store, or faults with the fields of the row. */
export interface PreparedUnit {
  readonly unit: Unit | null;
  readonly faults: readonly ProblemDetail[];
}

/** For each row the faults of its references, as far as the contract found no fault in these. */
export function rowReferenceFaults(
  context: Context,
  caller: Caller,
  rows: readonly UnitDraft[],
  shapeFaults: RowFaults,
): Promise<ProblemDetail[][]> {
  const sound = rows.map((draft, index) => soundFields(draft, shapeFaults.get(index) ?? []));
  return referenceFaults(context, caller, sound);
}

/** Makes units of the rows that the contract found no fault with and whose references hold. */
export async function prepareUnits(
  context: Context,
  caller: Caller,
  rows: readonly UnitDraft[],
  shapeFaults: RowFaults,
): Promise<PreparedUnit[]> {
  const ofReferences = await rowReferenceFaults(context, caller, rows, shapeFaults);
  const now = context.clock();
  return rows.map((draft, index) => {
    const faults = [...(shapeFaults.get(index) ?? []), ...(ofReferences[index] ?? [])];
    return { unit: faults.length > 0 ? null : createUnit(draft, newId('unit'), now), faults };
  });
}

/** The rows after some properties turned out to have gone: their units cannot be stored. */
export function withoutProperties(rows: readonly PreparedUnit[], gone: readonly string[]): PreparedUnit[] {
  return rows.map((row) =>
    row.unit && gone.includes(row.unit.property_id) ? { unit: null, faults: [missingProperty] } : row,
  );
}
