import { isJsonObject } from '../../core/json-object.js';
import type { ContractDocument, Operation, Schema } from './document.js';

/** Returns the schema of a local reference, such as `#/components/schemas/Lead`; undefined if there is none. */
export function resolveReference(document: ContractDocument, reference: string): unknown {
  const names = reference.replace(/^#\//, '').split('/');
  return names.reduce<unknown>((found, name) => (isJsonObject(found) ? found[name] : undefined), document);
}

/** Collects a schema and all schemas inside it. */
function collectSchemas(document: ContractDocument, schema: Schema, seen: Set<Schema> = new Set()): Set<Schema> {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  const { $ref, properties, patternProperties, items, additionalProperties, allOf, anyOf, oneOf } = schema;
  const nested = [
    isJsonObject(properties) ? Object.values(properties) : [],
    isJsonObject(patternProperties) ? Object.values(patternProperties) : [],
    items,
    additionalProperties,
    allOf,
    anyOf,
    oneOf,
  ];
  const target = typeof $ref === 'string' ? resolveReference(document, $ref) : undefined;
  for (const part of [...nested.flat(), target]) if (isJsonObject(part)) collectSchemas(document, part, seen);
  return seen;
}

/**
 * Returns the largest `maxItems` of the arrays in the operation's body. Throws when an array has none, because every
 * body must be limited.
 */
export function findMaxItems(document: ContractDocument, { operationId, requestBody }: Operation): number {
  const schema = requestBody?.content['application/json']?.schema;
  const arrays = schema ? [...collectSchemas(document, schema)].filter(({ items }) => items !== undefined) : [];
  const bounds = arrays.map(({ maxItems }) => {
    if (typeof maxItems !== 'number') throw new Error(`${operationId}: an array of the body has no maxItems.`);
    return maxItems;
  });
  return Math.max(0, ...bounds);
}

/**
 * Cuts all arrays in a body, in place, to `maxItems` + 1 items. An array that is cut is still too long, so it is
 * refused. Without the cut, a validator that finds an error in each of half a million items would take many minutes.
 */
export function cutArrays(body: unknown, maxItems: number): void {
  if (typeof body !== 'object' || body === null) return;
  if (Array.isArray(body) && body.length > maxItems) body.length = maxItems + 1;
  for (const part of Object.values(body)) cutArrays(part, maxItems);
}
