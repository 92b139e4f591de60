import { type FieldType, type ImportResource, importFields } from './import-fields.js';
import { parseList, parseUrls } from './list-text.js';
import type { Mapping } from './mapping.js';
import { parseDate, parseDateTime } from './parse-date.js';
import { parseNumber } from './parse-number.js';

type Values = Readonly<Record<string, unknown>>;

export interface RecordFault {
  /** Path of the field, such as `budget.min`. */
  readonly field: string;
  readonly message: string;
}

export interface MappedRecord {
  /** As the body of a request that creates the record. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Values that could not be converted; they are not in the record. */
  readonly faults: readonly RecordFault[];
}

interface Converted {
  readonly value?: unknown;
  readonly fault?: string;
}

function convertText(text: string, type: FieldType): Converted {
  switch (type.kind) {
    case 'number':
      return parseNumber(text.trim(), type);
    case 'date':
      return parseDate(text.trim());
    case 'date-time':
      return parseDateTime(text.trim());
    case 'list':
      return { value: parseList(text.trim()) };
    case 'urls':
      return { value: parseUrls(text.trim()) };
    case 'text':
      return { value: text };
  }
}

function convertTexts(texts: readonly string[], type: FieldType): Converted {
  const [first] = texts;
  if (texts.length === 1 && first !== undefined) return convertText(first, type);
  if (type.kind === 'text') return { value: texts.join(' ') };
  if (type.kind === 'list' || type.kind === 'urls') {
    return { value: texts.flatMap((text) => (type.kind === 'list' ? parseList(text) : parseUrls(text))) };
  }
  return { fault: 'has more than one value' };
}

function toTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(toTexts);
  return typeof value === 'string' && value.trim() !== '' ? [value] : [];
}

/** The texts of a column; those of a list may have elements of their own, as in `<tags><tag>…</tag></tags>`. */
function findTexts(values: Values, column: string, type: FieldType): readonly string[] {
  if (type.kind !== 'list' && type.kind !== 'urls') return toTexts(values[column]);
  const inner = Object.keys(values).filter((name) => name.startsWith(`${column}.`));
  return [column, ...inner].flatMap((name) => toTexts(values[name]));
}

function setPath(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const known = target[name];
  const inner: Record<string, unknown> = typeof known === 'object' && known !== null ? { ...known } : {};
  target[name] = inner;
  setPath(inner, rest, value);
}

/** Converts the texts of CSV and XML by the types of the fields. A blank text is an absent field. */
export function createTextMapper(resource: ImportResource, mapping: Mapping) {
  const columnNames = Object.keys(mapping);
  const targets = [...importFields[resource]].flatMap(([field, type]) => {
    const columns = columnNames.filter((column) => mapping[column] === field);
    return columns.length > 0 ? [{ field, type, path: field.split('.'), columns }] : [];
  });
  return (values: Values): MappedRecord => {
    const record: Record<string, unknown> = {};
    const faults: RecordFault[] = [];
    for (const { field, type, path, columns } of targets) {
      const texts = columns.flatMap((column) => findTexts(values, column, type));
      if (texts.length === 0) continue;
      const { value, fault } = convertTexts(texts, type);
      if (fault === undefined) setPath(record, path, value);
      else faults.push({ field, message: fault });
    }
    return { record, faults };
  };
}

/** Takes the values of JSON lines as they are, under the fields that the mapping names; without one, whole objects. */
export function createJsonMapper(mapping: Mapping | undefined) {
  if (!mapping) return (values: Values): MappedRecord => ({ record: values, faults: [] });
  const targets = Object.entries(mapping).map(([column, field]) => ({ column, path: field.split('.') }));
  return (values: Values): MappedRecord => {
    const record: Record<string, unknown> = {};
    for (const { column, path } of targets) {
      if (Object.hasOwn(values, column)) setPath(record, path, values[column]);
    }
    return { record, faults: [] };
  };
}
