export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed value is an object that is not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
