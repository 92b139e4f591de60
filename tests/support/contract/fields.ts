import { isTree, type Tree, textsOf } from './tree.js';

/** Position of a value in a body: field names and array indexes. */
export type Place = readonly (string | number)[];

/** Value that a schema describes, at any depth in a body. */
export interface Field {
  readonly path: Place;
  readonly schema: Tree;
  readonly isRequired: boolean;
  /** String or array entry with neither a list of values nor a format. */
  readonly isFreeText: boolean;
}

/** Returns the types of a schema, without null. */
export function typesOf({ type }: Tree): readonly string[] {
  return (typeof type === 'string' ? [type] : textsOf(type)).filter((one) => one !== 'null');
}

export function isNullable({ type }: Tree): boolean {
  return textsOf(type).includes('null');
}

function isFreeText(schema: Tree): boolean {
  const isBound = ['enum', 'format', 'const'].some((key) => key in schema);
  return typesOf(schema).includes('string') && !isBound;
}

function within(schema: Tree, path: Place): Field[] {
  const required = textsOf(schema.required);
  const inner = Object.entries(isTree(schema.properties) ? schema.properties : {}).flatMap(([name, part]) =>
    isTree(part) && part.readOnly !== true ? at(part, [...path, name], required.includes(name)) : [],
  );
  const entries = isTree(schema.items) ? at(schema.items, [...path, 0], false) : [];
  return [...inner, ...entries];
}

function at(schema: Tree, path: Place, isRequired: boolean): Field[] {
  return [{ path, schema, isRequired, isFreeText: isFreeText(schema) }, ...within(schema, path)];
}

/** Returns every field that a client can set, including nested fields and array entries (as entry 0). */
export function fieldsOf(schema: Tree | undefined, path: Place = []): Field[] {
  if (!schema) return [];
  return path.length === 0 ? within(schema, path) : at(schema, path, false);
}

/** Formats a path as errors show it: `units[3].price.currency`. */
export function fieldName(path: Place): string {
  return path.reduce<string>(
    (name, part) => (typeof part === 'number' ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`),
    '',
  );
}
