import { invalid } from '@plotline/kit/core/errors';
import { nameColumns } from '../../exports/model/export-columns.js';
import { readHeader } from './column-header.js';
import { type ImportResource, importFields, isList } from './import-fields.js';

/** Path of the field for each column of the file. Other columns are not imported. */
export type Mapping = Readonly<Record<string, string>>;

/** Returns the columns of names, which an export adds next to ids for human readers. */
function listNamesBesideIds(resource: ImportResource, columns: readonly string[]): readonly string[] {
  const withIds = Object.entries(nameColumns[resource]).filter(([field]) => columns.includes(field));
  return withIds.flatMap(([, names]) => names);
}

/**
 * Guesses the field of each column from paths of fields, similar names and synonyms. Several columns may get the same
 * field.
 */
export function guessMapping(resource: ImportResource, columns: readonly string[]): Mapping {
  const ignored = listNamesBesideIds(resource, columns);
  const known = columns.flatMap((column): [string, string][] => {
    if (ignored.includes(column)) return [];
    const { field } = readHeader(resource, column);
    return field === undefined ? [] : [[column, field]];
  });
  return Object.fromEntries(known);
}

/** Maps every field to itself, for columns that have the names of fields. */
export function mapFieldsToThemselves(resource: ImportResource): Mapping {
  return Object.fromEntries([...importFields[resource].keys()].map((field) => [field, field]));
}

/**
 * Maps columns if no mapping is given. Maps the columns with the names of fields, and the elements within XML lists.
 */
export function findNamedFields(resource: ImportResource, columns: readonly string[]): Mapping {
  const fields = [...importFields[resource]];
  const named = columns.flatMap((column): [string, string][] => {
    const found = fields.find(([field, type]) => column === field || (isList(type) && column.startsWith(`${field}.`)));
    return found ? [[column, found[0]]] : [];
  });
  return Object.fromEntries(named);
}

/** Throws a Problem that lists every column missing from the file and every field that can't be imported. */
export function assertMapping(resource: ImportResource, mapping: Mapping, columns?: readonly string[]): void {
  const fields = importFields[resource];
  const faults = Object.entries(mapping).flatMap(([column, field]) => {
    const path = `mapping.${column.slice(0, 100)}`;
    if (columns && !columns.includes(column)) {
      const message = `names a column that the file does not have; it has ${columns.join(', ')}`.slice(0, 1000);
      return [{ field: path, message }];
    }
    if (fields.has(field)) return [];
    return [{ field: path, message: `names an unknown field; ${resource} have ${[...fields.keys()].join(', ')}` }];
  });
  if (Object.keys(mapping).length === 0) faults.push({ field: 'mapping', message: 'must name at least one column' });
  if (faults.length > 0) throw invalid(...faults);
}
