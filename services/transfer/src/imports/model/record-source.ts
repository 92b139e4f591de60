import type { ImportFormat } from '../../formats/model/file-record.js';
import { type ColumnUnits, findUnits, readHeader } from './column-header.js';
import { type FieldType, type ImportResource, importFields, isList } from './import-fields.js';
import type { Mapping } from './mapping.js';

export type Values = Readonly<Record<string, unknown>>;

/** Column of the file that fills a field. */
export interface Source extends ColumnUnits {
  readonly column: string;
  /**
   * Part of a person's name in the column. `other` means that the column contains a name according to the mapping, but
   * not which part.
   */
  readonly partOfName?: 'first' | 'middle' | 'last' | 'other';
  /**
   * Returns the value in a record of the file. It is a text in CSV, a list of texts in XML, and any value in JSON.
   * Undefined when absent.
   */
  readonly read: (values: Values) => unknown;
}

/** Field of the record, with its columns in order of precedence. */
export interface Target {
  readonly field: string;
  readonly path: readonly string[];
  readonly type: FieldType;
  readonly sources: readonly Source[];
}

/** Information that is needed to read the file of an import. */
export interface SourceDescription {
  readonly resource: ImportResource;
  readonly format: ImportFormat;
  /** Null if JSON objects are used unchanged. */
  readonly mapping: Mapping | null;
}

/** Reads a value within JSON objects. */
function readPath(values: Values, path: readonly string[]): unknown {
  let value: unknown = values;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/**
 * Creates the reader of a column. Items of an XML list may have their own elements, as in `<tags><tag>…</tag></tags>`.
 */
function createReader(column: string, type: FieldType, format: ImportFormat): Source['read'] {
  if (format !== 'xml' || !isList(type))
    return (values) => (Object.hasOwn(values, column) ? values[column] : undefined);
  return (values) => {
    const names = Object.keys(values).filter((name) => name === column || name.startsWith(`${column}.`));
    return names.length === 0 ? undefined : names.flatMap((name) => values[name]);
  };
}

function toSource({ resource, format }: SourceDescription, column: string, type: FieldType): Source {
  const { field, partOfName = 'other' } = readHeader(resource, column);
  const isFullName = field === 'name' && partOfName === 'other';
  const part: Pick<Source, 'partOfName'> = type.kind === 'name' && !isFullName ? { partOfName } : {};
  return { column, ...part, ...findUnits(column, type), read: createReader(column, type, format) };
}

/** Returns all fields of the resource, with the columns that fill them. */
export function listTargets(description: SourceDescription): readonly Target[] {
  const { resource, mapping } = description;
  const columns = Object.entries(mapping ?? {});
  return [...importFields[resource]].map(([field, type]) => {
    const path = field.split('.');
    const sources = mapping
      ? columns.filter(([, target]) => target === field).map(([column]) => toSource(description, column, type))
      : [{ column: field, read: (values: Values) => readPath(values, path) }];
    return { field, path, type, sources };
  });
}
