import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from './entry.js';

/** Fields that change with every other field. */
const ignored = new Set(['updated_at']);

/** Returns the top-level fields in which two public renderings of a record differ; empty when nothing changed. */
export function diff(before: object, after: object): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {};
  const previous = new Map<string, unknown>(Object.entries(before));
  for (const [field, to] of Object.entries(after)) {
    const from = previous.get(field);
    if (!ignored.has(field) && !isDeepStrictEqual(from, to)) changes[field] = { from: from ?? null, to };
  }
  return changes;
}

/** Returns the former values of the changed fields, for the `previous` of an event. */
export function previousValues(changes: Readonly<Record<string, FieldChange>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([field, { from }]) => [field, from]));
}
