import { isJsonObject } from './json-object.js';

/**
 * Returns the id in a row's JSON text, as an export has it; undefined without one. It is not a field of the record. An
 * upsert uses it only to choose between several records with the key of the row.
 */
export function readRowId(record: string): string | undefined {
  if (!record.includes('"id"')) return undefined;
  try {
    const body: unknown = JSON.parse(record);
    return isJsonObject(body) && typeof body['id'] === 'string' ? body['id'] : undefined;
  } catch {
    return undefined;
  }
}

/** Returns only the record with the id, if it is among them; else all. */
export function preferId<T extends { readonly id: string }>(
  records: readonly T[],
  id: string | undefined,
): readonly T[] {
  const own = id === undefined ? undefined : records.find((record) => record.id === id);
  return own ? [own] : records;
}
