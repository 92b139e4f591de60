import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';

/** The object at a key; empty when there is none. */
export function readRecord(value: unknown, key: string): JsonObject {
  const found = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(found) ? found : {};
}

/** The array at a key; empty when there is none. */
export function readList(value: unknown, key: string): readonly unknown[] {
  const found = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
}

/** The text at a key; empty when there is none. */
export function readText(value: unknown, key: string): string {
  const found = isJsonObject(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : '';
}
