import type { SortKind } from './cursor.js';
import type { RecordModel } from './record-model.js';

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
