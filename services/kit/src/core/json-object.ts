export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a parsed value is an object but not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type PlainObject = Readonly<Record<string, unknown>>;

function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/**
 * Merges the body of a PUT into a record. Absent fields are kept, null clears a field, arrays replace, and nested
 * objects merge. Changes neither argument.
 */
export function merge<T extends object>(record: T, patch: object): T {
  const merged: T = { ...record };
  for (const [field, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const current: unknown = Reflect.get(record, field);
    Reflect.set(merged, field, isPlainObject(current) && isPlainObject(value) ? merge(current, value) : value);
  }
  return merged;
}
