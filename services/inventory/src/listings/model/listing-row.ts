import { Problem, type ProblemDetail } from '@plotline/kit/core/errors';
import { isExternalIdKey, preferId, readRowId, toExternalIdFault, toExternalIdKey } from '@plotline/kit/core/ids';

/** Valid fields of a row, and the errors in its other fields. */
interface CheckedFields<Body> {
  readonly fields: Partial<Body>;
  readonly faults: readonly ProblemDetail[];
}

/** Checks a row against the contract. `record` is the row's JSON text. */
interface Check<Body> {
  check(record: string): CheckedFields<Body>;
}

/** Checks of the request bodies that create and change a record. */
interface ListingChecks<Draft, Patch> {
  readonly creation: Check<Draft>;
  readonly change: Check<Patch>;
}

/** Row after the contract checks. */
export interface ListingRow<Draft, Patch> {
  readonly number: number;
  /** Keys that identify the record that the row may change. */
  readonly keys: readonly string[];
  /** Id of the record that the file names. Used to choose between several records with one of the keys. */
  readonly id?: string | undefined;
  /** Result of checking the row as a body that creates a record. */
  readonly creation: CheckedFields<Draft>;
  /** Result of checking the row as a body that changes a record. Null if the row can't change one. */
  readonly change: CheckedFields<Patch> | null;
}

interface Named {
  readonly external_id?: string | null;
}

/** Returns the keys of a record's name. */
type GetNameKeys<Draft> = (fields: Partial<Draft>) => readonly string[];

/**
 * Returns the keys of the record that a row may change: its external id or, in an upsert without external id, its name.
 */
export function getRowKeys<Draft extends Named>(
  fields: Partial<Draft>,
  mode: 'create' | 'upsert',
  getNameKeys: GetNameKeys<Draft>,
): readonly string[] {
  const { external_id } = fields;
  if (typeof external_id === 'string') return [toExternalIdKey(external_id)];
  return mode === 'create' ? [] : getNameKeys(fields);
}

/** Checks a row. */
export function checkListingRow<Draft extends Named, Patch extends Named>(
  { creation, change }: ListingChecks<Draft, Patch>,
  mode: 'create' | 'upsert',
  { number, record }: { readonly number: number; readonly record: string },
  getNameKeys: GetNameKeys<Draft>,
): ListingRow<Draft, Patch> {
  const created = creation.check(record);
  const keys = getRowKeys(created.fields, mode, getNameKeys);
  if (mode === 'create') return { number, creation: created, change: null, keys };
  return { number, creation: created, change: change.check(record), keys, id: readRowId(record) };
}

/** Returns the field errors in a refusal, or the refusal itself as an error. */
function toFaults(error: unknown): readonly ProblemDetail[] {
  if (!(error instanceof Problem)) throw error;
  return error.details.length > 0 ? error.details : [{ field: 'body', message: error.message }];
}

/** Records, including the changes by earlier rows of the import. */
interface KnownRecords<T> {
  /** Returns the records that have one of the keys, oldest first. */
  find(keys: readonly string[]): readonly T[];
  /** Describes a record in an error message. */
  name(kind: string, id: string): string;
}

/** Functions that create and change a record of one kind. Both may throw a Problem. */
interface ListingDecision<T, Step> {
  readonly kind: string;
  readonly create: () => Step;
  readonly change: (before: T) => Step;
}

/** Decides on a row. The decision depends on the record with the row's key, if it exists. */
export function decideListingRow<T extends { readonly id: string }, Step>(
  known: KnownRecords<T>,
  { keys, change, id }: Pick<ListingRow<unknown, unknown>, 'keys' | 'change' | 'id'>,
  { kind, ...decision }: ListingDecision<T, Step>,
): Step | { readonly faults: readonly ProblemDetail[] } {
  const [found, other] = preferId(known.find(keys), id);
  try {
    if (!found) return decision.create();
    if (!change) return { faults: [toExternalIdFault(known.name(kind, found.id))] };
    if (!other) return decision.change(found);
  } catch (error) {
    return { faults: toFaults(error) };
  }
  const field = keys.some(isExternalIdKey) ? 'external_id' : 'name';
  const names = `${known.name(kind, found.id)} and ${known.name(kind, other.id)}`;
  return { faults: [{ field, message: `matches several records, such as ${names}` }] };
}
