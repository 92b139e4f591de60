import { findDerivedChanges, findFieldChanges, toUpdate } from './field-changes.js';
import { type RecordStorage, withoutIdentity } from './record-model.js';

/** A record as it was read, and as it is to be. */
export interface RecordChange<T> {
  readonly before: T;
  readonly after: T;
}

/** A change of one document that holds while it matches the filter. */
export interface GuardedUpdate {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly update: Readonly<Record<string, unknown>>;
}

/** The update that writes the fields in which the records differ, for the version, and the `unversioned` values, that were read. */
export function describeUpdate<T extends { readonly id: string; readonly version: number }>(
  { model, derive }: Pick<RecordStorage<T>, 'model' | 'derive'>,
  { before, after }: RecordChange<T>,
  unversioned: readonly (keyof T)[],
): GuardedUpdate {
  const { id, version } = before;
  const fields = findFieldChanges(model.schema, withoutIdentity(before), withoutIdentity(after));
  const derived = findDerivedChanges(derive?.(before) ?? {}, derive?.(after) ?? {});
  const same = Object.fromEntries(unversioned.map((field) => [field, before[field]]));
  return { filter: { ...same, _id: id, version }, update: { ...toUpdate(fields, derived), $inc: { version: 1 } } };
}
