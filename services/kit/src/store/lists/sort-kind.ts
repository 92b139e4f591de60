import type { RecordModel } from '../records/record-model.js';

/** Type of the values of a sort field. */
export type SortKind = 'date' | 'number' | 'text';

/** Kinds by mongoose's names of types. */
const sortKinds: ReadonlyMap<string | undefined, SortKind> = new Map([
  ['Date', 'date'],
  ['Number', 'number'],
  ['String', 'text'],
]);

/** Whether the field is derived: no record has it. */
export const isDerivedField = (field: string): boolean => field.startsWith('derived.');

/**
 * Reads the kind of a field from the schema. The schema doesn't describe derived fields: those that lists are sorted by
 * are texts. Throws if a list can't be sorted by the field.
 */
export function readSortKind({ schema, collection }: RecordModel, field: string): SortKind {
  if (isDerivedField(field)) return 'text';
  const kind = sortKinds.get(schema.path(field)?.instance);
  if (!kind) throw new Error(`${collection.name} cannot be ordered by ${field}.`);
  return kind;
}
