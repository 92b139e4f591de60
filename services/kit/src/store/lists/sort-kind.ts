import type { RecordModel } from '../records/record-model.js';

/** Type of the values of a sort field. */
export type SortKind = 'date' | 'number' | 'text';

/** Kinds by mongoose's names of types. */
const sortKinds: ReadonlyMap<string | undefined, SortKind> = new Map([
  ['Date', 'date'],
  ['Number', 'number'],
  ['String', 'text'],
]);

/** Reads the kind of a field from the schema. Throws if a list can't be sorted by the field. */
export function readSortKind({ schema, collection }: RecordModel, field: string): SortKind {
  const kind = sortKinds.get(schema.path(field)?.instance);
  if (!kind) throw new Error(`${collection.name} cannot be ordered by ${field}.`);
  return kind;
}
