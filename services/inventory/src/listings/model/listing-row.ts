import { Problem, type ProblemDetail } from '@plotline/kit/core/errors';
import { isExternalIdKey, toExternalIdFault, toExternalIdKey } from '@plotline/kit/core/external-id';
import type { KeyedRow, Step } from '@plotline/kit/imports/import-plan';
import type { ImportedRecord, RowsCommand } from '@plotline/kit/imports/import-rows';
import type { Decision } from '@plotline/kit/imports/importable';
import type { CheckedRow, RowCheck } from '@plotline/kit/imports/row-check';
import type { Versioned } from '@plotline/kit/store/records/records';

/** Checks of the bodies that create and change a record. */
export interface ListingChecks<Draft, Patch> {
  readonly creation: RowCheck<Draft>;
  readonly change: RowCheck<Patch>;
}

/** Row after the contract checks. */
export interface ListingRow<Draft, Patch> extends KeyedRow {
  /** Checked as the body that creates a record. */
  readonly creation: CheckedRow<Draft>;
  /** Checked as the body that changes a record; null unless the row may change one. */
  readonly change: CheckedRow<Patch> | null;
}

interface Named {
  readonly external_id?: string | null;
}

/** Checks a row. An upsert finds a record by its external id or, without one, by the keys of the name. */
export function checkListingRow<Draft extends Named, Patch extends Named>(
  { creation, change }: ListingChecks<Draft, Patch>,
  { mode }: Pick<RowsCommand, 'mode'>,
  { number, record }: ImportedRecord,
  getNameKeys: (fields: Partial<Draft>) => readonly string[],
): ListingRow<Draft, Patch> {
  const created = creation.check(record);
  const { external_id } = created.fields;
  const external = typeof external_id === 'string' ? [toExternalIdKey(external_id)] : [];
  if (mode === 'create') return { number, creation: created, change: null, keys: external };
  const keys = external.length > 0 ? external : getNameKeys(created.fields);
  return { number, creation: created, change: change.check(record), keys };
}

/** Returns the faults that a refusal names, or the refusal itself as a fault. */
function toFaults(error: unknown): readonly ProblemDetail[] {
  if (!(error instanceof Problem)) throw error;
  return error.details.length > 0 ? error.details : [{ field: 'body', message: error.message }];
}

/** Functions that create and change a kind of record. Both may throw a Problem. */
export interface ListingDecision<T> {
  readonly kind: string;
  readonly create: () => Step<T>;
  readonly change: (before: T) => Step<T>;
}

/** Decides on a row by the record with its key, if there is one. */
export function decideListingRow<T extends Versioned>(
  { plan }: Decision<T>,
  { keys, change }: ListingRow<unknown, unknown>,
  decision: ListingDecision<T>,
): Step<T> {
  const { kind } = decision;
  const [found, other] = plan.find(keys);
  try {
    if (!found) return decision.create();
    if (!change) return { faults: [toExternalIdFault(plan.name(kind, found.id))] };
    if (!other) return decision.change(found);
  } catch (error) {
    return { faults: toFaults(error) };
  }
  const field = keys.some(isExternalIdKey) ? 'external_id' : 'name';
  const names = `${plan.name(kind, found.id)} and ${plan.name(kind, other.id)}`;
  return { faults: [{ field, message: `matches several records, such as ${names}` }] };
}
