import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';

/** Returns the object at a key, or an empty object. */
export function readRecord(value: unknown, key: string): JsonObject {
  const found = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(found) ? found : {};
}

/** Returns the array at a key, or an empty array. */
export function readList(value: unknown, key: string): readonly unknown[] {
  const found = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
}

/** Returns the string at a key, or an empty string. */
export function readText(value: unknown, key: string): string {
  const found = isJsonObject(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : '';
}
