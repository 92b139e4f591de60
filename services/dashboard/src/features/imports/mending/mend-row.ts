import type { components } from '../../../../gen/api.js';
import { getFieldLabel } from '../field-labels.js';
import type { ImportField } from '../import-fields.js';
import type { Import } from '../import-queries.js';
import { isFilled, readPath, toText } from '../stored-value.js';

export type SkippedRow = components['schemas']['ImportError'];
type Values = SkippedRow['values'];

/** New texts of a row's cells, by column. */
export type Edits = Readonly<Record<string, string>>;

/** A cell that a person can correct. */
export interface EditableCell {
  /** Column of the file, or the path of a field if the file has no column for it. */
  readonly key: string;
  readonly field: ImportField;
  readonly label: string;
  /** The text in the file. */
  readonly text: string;
}

export interface MendingBasis {
  readonly mapping: Import['mapping'];
  readonly fields: readonly ImportField[];
}

/** Rows with more characters may lack columns, because the server keeps only the columns that fit. */
const maxRowLength = 60_000;

/** Whether all columns of the row are known, so that it can be sent again. */
export function isMendable({ values }: Pick<SkippedRow, 'values'>): boolean {
  return JSON.stringify(values).length < maxRowLength;
}

/** Reads a column. The items of an XML list are in columns below it, such as `tags.tag`. */
function readColumn(values: Values, column: string): unknown {
  if (Object.hasOwn(values, column)) return values[column];
  const items = Object.keys(values).filter((name) => name.startsWith(`${column}.`));
  return items.length === 0 ? undefined : items.flatMap((name) => values[name]);
}

/** Returns the fields that an error concerns: the field itself, the fields within it, or all fields of the row. */
function findFields({ mapping, fields }: MendingBasis, values: Values, fault: string): readonly ImportField[] {
  const path = fault.replace(/\[\d+\]/, '');
  const own = fields.filter(({ name }) => name === path);
  const found = own.length > 0 ? own : fields.filter(({ name }) => path !== '' && name.startsWith(`${path}.`));
  if (found.length > 0) return found;
  const filled = mapping ? Object.values(mapping) : undefined;
  return fields.filter(({ name }) => filled?.includes(name) ?? isFilled(readPath(values, name)));
}

/**
 * Returns the key for a field without a column. The field's own name may already be taken by a column of a different
 * field.
 */
function findFreeKey(mapping: NonNullable<Import['mapping']>, name: string): string {
  let key = name;
  // The server ignores spaces around the name of a column.
  while (Object.hasOwn(mapping, key)) key = `${key} `;
  return key;
}

function toCell({ mapping }: MendingBasis, values: Values, field: ImportField): EditableCell {
  const { name } = field;
  const label = getFieldLabel(name);
  if (!mapping) return { key: name, field, label, text: toText(readPath(values, name)) };
  const columns = Object.keys(mapping).filter((column) => mapping[column] === name);
  const key =
    columns.find((column) => isFilled(readColumn(values, column))) ?? columns[0] ?? findFreeKey(mapping, name);
  return { key, field, label, text: toText(readColumn(values, key)) };
}

/** Lists the cells in which the errors of a row can be corrected, without duplicates. */
export function listEditableCells(basis: MendingBasis, { details, values }: SkippedRow): readonly EditableCell[] {
  const fields = new Set(details.flatMap(({ field }) => findFields(basis, values, field)));
  return [...fields].map((field) => toCell(basis, values, field));
}

function setPath(record: Values, path: readonly string[], value: unknown): Values {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return { ...record, [name]: value };
  const inner = record[name];
  const known = typeof inner === 'object' && inner !== null ? Object.fromEntries(Object.entries(inner)) : {};
  return { ...record, [name]: setPath(known, rest, value) };
}

/**
 * Returns the row with its edits as a JSON object. Omits blank cells: in JSON, unlike in the original file, they would
 * clear the field of an existing record.
 */
export function mendRow({ mapping }: MendingBasis, values: Values, edits: Edits): Values {
  if (!mapping) {
    return Object.entries(edits).reduce(
      (record, [path, text]) => setPath(record, path.split('.'), text.trim() === '' ? undefined : text),
      values,
    );
  }
  const columns = Object.keys(mapping).map((column) => [column, readColumn(values, column)] as const);
  const merged = [...columns.filter(([column]) => edits[column] === undefined), ...Object.entries(edits)];
  return Object.fromEntries(merged.filter(([, value]) => isFilled(value)));
}

/** Returns the mapping of corrected rows: the mapping of the import, plus the fields that had no column. */
export function mendMapping(
  { mapping, fields }: MendingBasis,
  edits: readonly Edits[],
): Readonly<Record<string, string>> | undefined {
  if (!mapping) return undefined;
  const keys = new Set(edits.flatMap((one) => Object.keys(one)));
  const added = [...keys].filter((key) => !Object.hasOwn(mapping, key));
  const isField = (name: string) => fields.some((field) => field.name === name);
  const named = added.map((key) => [key, key.trim()] as const).filter(([, name]) => isField(name));
  return { ...mapping, ...Object.fromEntries(named) };
}
