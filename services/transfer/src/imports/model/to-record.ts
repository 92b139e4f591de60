import { isJsonObject } from '@plotline/kit/core/json-object';
import { parseList, parseUrls } from '../../formats/model/list-text.js';
import { parseDate, parseDateTime } from '../../formats/model/parse-date.js';
import { parseNumber, tooLarge } from '../../formats/model/parse-number.js';
import { type FieldType, type ImportResource, importFields, isList } from './import-fields.js';
import type { Mapping } from './mapping.js';

type Values = Readonly<Record<string, unknown>>;

export interface RecordFault {
  /** Path of the field, such as `budget.min`. */
  readonly field: string;
  readonly message: string;
}

export interface MappedRecord {
  /** Body of a request that creates the record. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Faults of values that could not be converted. They are not in the record. */
  readonly faults: readonly RecordFault[];
}

/** Faults of one record: as many as the service that owns it reports. */
const maxFaults = 50;

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

/** Joins several texts as one value of their field. `toItems` splits a text into the items of a list. */
function joinTexts(texts: readonly string[], type: FieldType, toItems: (text: string) => readonly string[]): Converted {
  if (type.kind === 'text') return { value: texts.join(' ') };
  if (isList(type)) return { value: texts.flatMap(toItems) };
  return { fault: 'has more than one value' };
}

function convertTexts(texts: readonly string[], type: FieldType): Converted {
  const [first] = texts;
  if (texts.length === 1 && first !== undefined) return convertText(first, type);
  return joinTexts(texts, type, type.kind === 'urls' ? parseUrls : parseList);
}

function toTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(toTexts);
  return typeof value === 'string' && value.trim() !== '' ? [value] : [];
}

/**
 * Returns the texts of a column. The items of a list may have their own elements, as in `<tags><tag>…</tag></tags>`.
 */
function findTexts(values: Values, column: string, type: FieldType): readonly string[] {
  if (!isList(type)) return toTexts(values[column]);
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

/** Field of the record, with its source columns. */
interface Target {
  readonly field: string;
  readonly type: FieldType;
  readonly columns: readonly string[];
}

function createMapper(
  resource: ImportResource,
  mapping: Mapping,
  convert: (values: Values, target: Target) => Converted | undefined,
) {
  const columnNames = Object.keys(mapping);
  const targets = [...importFields[resource]].flatMap(([field, type]) => {
    const columns = columnNames.filter((column) => mapping[column] === field);
    return columns.length > 0 ? [{ field, type, path: field.split('.'), columns }] : [];
  });
  return (values: Values): MappedRecord => {
    const record: Record<string, unknown> = {};
    const faults: RecordFault[] = [];
    for (const target of targets) {
      const converted = convert(values, target);
      if (!converted) continue;
      const { value, fault } = converted;
      if (fault === undefined) setPath(record, target.path, value);
      else faults.push({ field: target.field, message: fault });
    }
    return { record, faults };
  };
}

/**
 * Creates a mapper that converts the texts of CSV and XML by the types of the fields. A blank text is an absent field.
 */
export function createTextMapper(resource: ImportResource, mapping: Mapping) {
  return createMapper(resource, mapping, (values, { columns, type }) => {
    const texts = columns.flatMap((column) => findTexts(values, column, type));
    return texts.length === 0 ? undefined : convertTexts(texts, type);
  });
}

function isTextual(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
}

/** Returns the value of one column unchanged, or the joined texts of several. A text is one item of a list. */
function takeValues(values: Values, { columns, type }: Target): Converted | undefined {
  const own = columns.filter((column) => Object.hasOwn(values, column)).map((column) => values[column]);
  if (own.length === 0) return undefined;
  const given = own.filter((value) => value !== null);
  if (given.length <= 1) return { value: given[0] ?? null };
  if (!given.every(isTextual)) return { fault: 'has several values that are not all texts; only texts can be joined' };
  return joinTexts(given.flatMap(toTexts), type, (text) => [text]);
}

/** Finds numbers within a value that JSON can't express. */
function findInfinite(value: unknown, path = ''): RecordFault[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [{ field: path, message: tooLarge }];
  if (Array.isArray(value)) return value.flatMap((item, index) => findInfinite(item, `${path}[${index}]`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => findInfinite(item, path === '' ? name : `${path}.${name}`));
}

/**
 * Creates a mapper that takes the values of JSON lines unchanged, under the fields that the mapping names; without one,
 * whole objects.
 */
export function createJsonMapper(resource: ImportResource, mapping: Mapping | undefined) {
  const map = mapping
    ? createMapper(resource, mapping, takeValues)
    : (values: Values): MappedRecord => ({ record: values, faults: [] });
  return (values: Values): MappedRecord => {
    const { record, faults } = map(values);
    return { record, faults: [...faults, ...findInfinite(record)].slice(0, maxFaults) };
  };
}
