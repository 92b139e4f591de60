import { normalizeText } from '../../core/normalize-text.js';

/** Derived field in whose order lists are sorted by name: without regard to case and accents. */
export const nameOrder = 'derived.name_key';

/** Derives the field of the order by name. */
export function deriveNameKey({ name }: { readonly name: string }) {
  return { name_key: normalizeText(name) };
}

/** Returns the query with the field in whose order a list by name is read. */
export function withNameOrder<Query extends { readonly sort: string }>(query: Query): Query {
  return query.sort === 'name' ? { ...query, sort: nameOrder } : query;
}
