import type { ContractDocument, Operation, Schema } from './document.js';

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function targetOf(document: ContractDocument, reference: string): unknown {
  const names = reference.replace(/^#\//, '').split('/');
  return names.reduce<unknown>((found, name) => (isSchema(found) ? found[name] : undefined), document);
}

/** The schemas that a schema consists of, itself included. */
function partsOf(document: ContractDocument, schema: Schema, seen: Set<Schema> = new Set()): Set<Schema> {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  const { $ref, properties, items, additionalProperties, allOf, anyOf, oneOf } = schema;
  const inner = [
    isSchema(properties) ? Object.values(properties) : [],
    items,
    additionalProperties,
    allOf,
    anyOf,
    oneOf,
  ];
  const target = typeof $ref === 'string' ? targetOf(document, $ref) : undefined;
  for (const part of [...inner.flat(), target]) if (isSchema(part)) partsOf(document, part, seen);
  return seen;
}

/**
 * Length of the longest array that a body of the operation may hold. Throws when one has no `maxItems`: every body has a
 * bound.
 */
export function longestArray(document: ContractDocument, { operationId, requestBody }: Operation): number {
  const schema = requestBody?.content['application/json']?.schema;
  const arrays = schema ? [...partsOf(document, schema)].filter(({ items }) => items !== undefined) : [];
  const bounds = arrays.map(({ maxItems }) => {
    if (typeof maxItems !== 'number') throw new Error(`${operationId}: an array of the body has no maxItems.`);
    return maxItems;
  });
  return Math.max(0, ...bounds);
}

/**
 * Cuts, in place, all arrays in a body to one more than the longest that the operation takes. That is enough to be refused,
 * and a validator which finds a fault in each of half a million items takes many minutes.
 */
export function cutArrays(body: unknown, longest: number): void {
  if (typeof body !== 'object' || body === null) return;
  if (Array.isArray(body) && body.length > longest) body.length = longest + 1;
  for (const part of Object.values(body)) cutArrays(part, longest);
}
