import { findDerivedChanges, findFieldChanges, toUpdate } from './field-changes.js';
import { type RecordStorage, withoutIdentity } from './record-model.js';

/** A record as read, and as it should become. */
export interface RecordChange<T> {
  readonly before: T;
  readonly after: T;
}

/** A change of one document, applied only while the document matches the filter. */
export interface GuardedUpdate {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly update: Readonly<Record<string, unknown>>;
}

/** Returns the version after a change: the next one, or a later one when it stands for several changes. */
export function nextVersion(before: { readonly version: number }, after: { readonly version: number }): number {
  return Math.max(before.version + 1, after.version);
}

/**
 * Returns the update that writes the fields in which the records differ, guarded by the version and the `unversioned`
 * values that were read.
 */
export function describeUpdate<T extends { readonly id: string; readonly version: number }>(
  { model, derive }: Pick<RecordStorage<T>, 'model' | 'derive'>,
  { before, after }: RecordChange<T>,
  unversioned: readonly (keyof T)[],
): GuardedUpdate {
  const { id, version } = before;
  const fields = findFieldChanges(model.schema, withoutIdentity(before), withoutIdentity(after));
  const derived = findDerivedChanges(derive?.(before) ?? {}, derive?.(after) ?? {});
  // Null matches an absent field too; the driver would drop an undefined condition.
  const same = Object.fromEntries(unversioned.map((field) => [field, before[field] ?? null]));
  const $inc = { version: nextVersion(before, after) - version };
  return { filter: { ...same, _id: id, version }, update: { ...toUpdate(fields, derived), $inc } };
}
