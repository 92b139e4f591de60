import { fieldName, fieldsOf, type Place } from './fields.js';
import { externalId, type Kind, kindInPath, referredKind } from './references.js';
import type { Change } from './request.js';
import type { ServedOperation } from './served-contract.js';

/** Place in a request that contains the id of a record. */
export interface ReferenceSlot {
  readonly operation: ServedOperation;
  readonly place: 'path' | 'query' | 'body';
  /** Name of the place in an error message. */
  readonly field: string;
  readonly kind: Kind;
  /** Writes an id into the place. */
  readonly change: (id: string) => Change;
}

function bodySlot(operation: ServedOperation, path: Place): ReferenceSlot[] {
  const name = path.filter((part) => typeof part === 'string').at(-1) ?? '';
  const kind = referredKind(operation, name);
  if (!kind) return [];
  // Skips fields that only a creation accepts, because the record already exists.
  const unused = operation.pathParameters.some((one) => one.name === externalId) && name === 'property_id';
  const change = (id: string) => ({
    body: { path, content: id },
    ...(unused && { path: { [externalId]: 'of_no_unit' } }),
  });
  return [{ operation, place: 'body', field: fieldName(path), kind, change }];
}

/** Returns all places of an operation that can contain an id. */
export function referenceSlots(operation: ServedOperation): ReferenceSlot[] {
  const ids = operation.pathParameters.filter(({ name }) => name !== externalId);
  const paths = ids.map(({ name }): ReferenceSlot => {
    const change = (id: string) => ({ path: { [name]: id } });
    return { operation, place: 'path', field: name, kind: kindInPath(operation, name), change };
  });
  const queries = operation.queryParameters.flatMap(({ name }): ReferenceSlot[] => {
    const kind = referredKind(operation, name);
    const change = (id: string) => ({ query: { [name]: id } });
    return kind ? [{ operation, place: 'query', field: name, kind, change }] : [];
  });
  const bodies = fieldsOf(operation.body)
    .filter(({ isFreeText }) => isFreeText)
    .flatMap(({ path }) => bodySlot(operation, path));
  return [...paths, ...queries, ...bodies];
}
