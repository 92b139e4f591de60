import { isDeepStrictEqual } from 'node:util';
import type { Schema } from 'mongoose';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a document that an update sets and those that it removes, by path, such as `price.amount`. */
export interface FieldChanges {
  readonly set: Record<string, unknown>;
  readonly unset: Record<string, true>;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The members of such an object are fields of the schema; others (`Mixed`) are one value. */
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
 * The fields in which a decided record differs from the one that was read. Fields that the schema does not know are those of
 * another version of the service: they stay as they are stored, whether the decision kept them or not. Throws when the
 * decision set one.
 */
export function findFieldChanges(schema: Schema, before: object, after: object): FieldChanges {
  const changes: FieldChanges = { set: {}, unset: {} };
  addChanges(schema, { ...before }, { ...after }, '', changes);
  return changes;
}

/**
 * The derived fields in which the computed ones differ from others; `undefined` stands for a field that the record lacks.
 * Those that this version does not compute stay.
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

/** The update that makes the changes. */
export function toUpdate(...all: readonly FieldChanges[]): Fields {
  const set: Fields = Object.assign({}, ...all.map((changes) => changes.set));
  const unset: Fields = Object.assign({}, ...all.map((changes) => changes.unset));
  return {
    ...(Object.keys(set).length > 0 && { $set: set }),
    ...(Object.keys(unset).length > 0 && { $unset: unset }),
  };
}

/** The fields that have a value; null is one. */
export function omitUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
