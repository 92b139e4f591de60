/** The record's `id` and the named top-level fields; the whole record when none are named. */
export function selectFields<T extends { readonly id: string }>(
  record: T,
  fields: readonly string[] | undefined,
): object {
  if (!fields) return record;
  const wanted = new Set(['id', ...fields]);
  return Object.fromEntries(Object.entries(record).filter(([field]) => wanted.has(field)));
}
