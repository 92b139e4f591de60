import { isDeepStrictEqual } from 'node:util';
import type { Schema } from 'mongoose';

type Fields = Readonly<Record<string, unknown>>;

/** Fields of a document that an update sets and removes, by path, such as `price.amount`. */
export interface FieldChanges {
  readonly set: Record<string, unknown>;
  readonly unset: Record<string, true>;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Whether an object's members are fields of the schema; others (`Mixed`) are one value. */
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
 * Returns the fields in which the decided record differs from the one that was read. Fields that the schema doesn't
 * know belong to another version of the service: they stay as stored, whether the decision kept them or not. Throws
 * when the decision set one.
 */
export function findFieldChanges(schema: Schema, before: object, after: object): FieldChanges {
  const changes: FieldChanges = { set: {}, unset: {} };
  addChanges(schema, { ...before }, { ...after }, '', changes);
  return changes;
}

/**
 * Returns the derived fields in which the computed ones differ. `undefined` means that the record lacks a field.
 * Derived fields that this version doesn't compute stay.
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
export function omitUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
