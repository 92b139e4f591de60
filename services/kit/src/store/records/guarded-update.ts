import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type ClientSession, type Connection, mongo, type Schema } from 'mongoose';
import { conflict, Problem } from '../../core/errors.js';
import { backoff } from '../../core/time.js';
import { type Derive, type RecordStorage, withoutIdentity } from './record-model.js';

type Fields = Readonly<Record<string, unknown>>;

/** Fields of a document that an update sets and removes. The paths look like `price.amount`. */
export interface FieldChanges {
  readonly set: Record<string, unknown>;
  readonly unset: Record<string, true>;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Returns whether the schema describes an object's members as fields. Any other object (`Mixed`) is one value. */
function hasFields(schema: Schema, path: string): boolean {
  return schema.pathType(path) === 'nested' || schema.path(path)?.instance === 'Embedded';
}

function isKnown(schema: Schema, path: string): boolean {
  return schema.pathType(path) !== 'adhocOrUndefined';
}

function addChanges(schema: Schema, before: Fields, after: Fields, prefix: string, changes: FieldChanges): void {
  for (const [name, value] of Object.entries(after)) {
    const path = prefix + name;
    const previous = before[name];
    if (value === undefined || isDeepStrictEqual(value, previous)) continue;
    if (!isKnown(schema, path)) throw new Error(`The schema has no field ${path}.`);
    if (isObject(value) && isObject(previous) && hasFields(schema, path)) {
      addChanges(schema, previous, value, `${path}.`, changes);
    } else {
      changes.set[path] = value;
    }
  }
  for (const name of Object.keys(before)) {
    const path = prefix + name;
    if (after[name] === undefined && before[name] !== undefined && isKnown(schema, path)) changes.unset[path] = true;
  }
}

/**
 * Returns the fields that differ between the record that was read and the decided record. Fields that the schema
 * doesn't know belong to a different release of the service. Their stored values don't change, even if the decision
 * dropped them. Throws if the decision set such a field.
 */
export function findFieldChanges(schema: Schema, before: object, after: object): FieldChanges {
  const changes: FieldChanges = { set: {}, unset: {} };
  addChanges(schema, { ...before }, { ...after }, '', changes);
  return changes;
}

/**
 * Returns the derived fields whose computed values differ from the stored ones. `undefined` means that the record lacks
 * a field. Derived fields that this release doesn't compute don't change.
 */
export function findDerivedChanges(before: Fields, computed: Fields): FieldChanges {
  const changes: FieldChanges = { set: {}, unset: {} };
  for (const [name, value] of Object.entries(computed)) {
    if (isDeepStrictEqual(value, before[name])) continue;
    if (value === undefined) changes.unset[`derived.${name}`] = true;
    else changes.set[`derived.${name}`] = value;
  }
  return changes;
}

/** Returns the update that makes the changes. */
export function toUpdate(...all: readonly FieldChanges[]): Fields {
  const set: Fields = Object.assign({}, ...all.map((changes) => changes.set));
  const unset: Fields = Object.assign({}, ...all.map((changes) => changes.unset));
  return {
    ...(Object.keys(set).length > 0 && { $set: set }),
    ...(Object.keys(unset).length > 0 && { $unset: unset }),
  };
}

/** Returns the fields that have a value; null is a value. */
function omitUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A record as read, and as it should become. */
export interface RecordChange<T> {
  readonly before: T;
  readonly after: T;
}

/** Change to one document. It is only applied if the document matches the filter. */
export interface GuardedUpdate {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly update: Readonly<Record<string, unknown>>;
}

/** Returns the next version. If the write combines several changes, returns a later version. */
export function nextVersion(before: { readonly version: number }, after: { readonly version: number }): number {
  return Math.max(before.version + 1, after.version);
}

/**
 * Returns the update that writes the fields in which the records differ. It is guarded by the version and the
 * `unversioned` values that were read.
 */
export function describeUpdate<T extends { readonly id: string; readonly version: number }>(
  { model, derive }: Pick<RecordStorage<T>, 'model' | 'derive'>,
  { before, after }: RecordChange<T>,
  unversioned: readonly (keyof T)[],
): GuardedUpdate {
  const { id, version } = before;
  const fields = findFieldChanges(model.schema, withoutIdentity(before), withoutIdentity(after));
  const derived = findDerivedChanges(derive?.(before) ?? {}, derive?.(after) ?? {});
  // Null also matches an absent field. The driver would drop a condition that is undefined.
  const same = Object.fromEntries(unversioned.map((field) => [field, before[field] ?? null]));
  const $inc = { version: nextVersion(before, after) - version };
  return { filter: { ...same, _id: id, version }, update: { ...toUpdate(fields, derived), $inc } };
}

const pauses = { baseMs: 10, capMs: 100, jitter: true };

/** Thrown when the record changed between the read and the write. */
export class VersionConflict extends Problem {
  constructor() {
    super('CONFLICT', 'The record has changed in the meantime. Try again.', { reason: 'record_busy' });
  }
}

export interface RetryOptions {
  /** Default: 20. */
  readonly maxAttempts?: number;
  /** Returns whether another attempt may succeed. By default, if the attempt failed with a VersionConflict. */
  readonly isConflict?: (error: unknown) => boolean;
  /** Creates the error after the last attempt. Default: CONFLICT. */
  readonly exhausted?: () => Problem;
}

/**
 * Repeats the attempt while it fails with a conflict, after growing random pauses. `attempt` receives its number,
 * starting at 0. Rejects with the attempt's other errors, and with `exhausted()` after the last attempt.
 */
export async function retryOnConflict<T>(
  attempt: (number: number) => Promise<T>,
  {
    maxAttempts = 20,
    isConflict = (error) => error instanceof VersionConflict,
    exhausted = () => conflict('Too many requests are changing the record. Try again.', 'record_busy'),
  }: RetryOptions = {},
): Promise<T> {
  for (let number = 0; number < maxAttempts; number += 1) {
    if (number > 1) await sleep(backoff({ attempt: number - 2, ...pauses }));
    try {
      return await attempt(number);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  throw exhausted();
}

/** New documents of one collection. */
export interface Insertion {
  readonly collection: string;
  readonly documents: readonly object[];
}

/** Documents that are serialized in one batch. The process answers requests between the batches. */
const maxAtOnce = 200;

/**
 * Returns the server's error instead of the driver's wrapper, because only the server's error has the code and labels.
 */
function unwrap(error: unknown): unknown {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return error;
  const [refused] = error.writeErrors.values();
  return refused ? new mongo.MongoServerError({ ...refused }) : (error.cause ?? error);
}

/**
 * Stores new documents in order in a transaction, without mongoose's check of the fields. One database call stores up
 * to 200, even in different collections (`bulkWrite`, MongoDB 8.0). Rejects with a duplicate key error if an id or a
 * value of a unique index is taken.
 */
export async function insertTogether(
  connection: Connection,
  insertions: readonly Insertion[],
  options: { readonly session: ClientSession; readonly maxTimeMS: number },
): Promise<void> {
  const writes = insertions.flatMap(({ collection, documents }) => {
    const namespace = `${connection.name}.${collection}`;
    return documents.map((document) => ({ name: 'insertOne' as const, namespace, document }));
  });
  for (let start = 0; start < writes.length; start += maxAtOnce) {
    const some = writes.slice(start, start + maxAtOnce);
    await connection
      .getClient()
      .bulkWrite(some, options)
      .catch((error: unknown) => {
        throw unwrap(error);
      });
  }
}

/**
 * Converts records to documents for one workspace. If the records have owners, converts them for several workspaces.
 */
export function toDocuments<T extends { readonly id: string }>(
  records: readonly T[],
  derive: Derive<T> | undefined,
  guard: { readonly workspace_id?: string },
): Record<string, unknown>[] {
  return records.map((record) => {
    const { id: _id, ...fields } = record;
    return { _id, ...fields, ...(derive && { derived: omitUndefined(derive(record)) }), ...guard };
  });
}
