import type { RecordModel } from '../records/record-model.js';

/** What the field of a list's order has in every record. */
export type SortKind = 'date' | 'number' | 'text';

/** By mongoose's names of types. */
const sortKinds: ReadonlyMap<string | undefined, SortKind> = new Map([
  ['Date', 'date'],
  ['Number', 'number'],
  ['String', 'text'],
]);

/** What the schema says that a field has. Throws where no list can be ordered by that. */
export function readSortKind({ schema, collection }: RecordModel, field: string): SortKind {
  const kind = sortKinds.get(schema.path(field)?.instance);
  if (!kind) throw new Error(`${collection.name} cannot be ordered by ${field}.`);
  return kind;
}
