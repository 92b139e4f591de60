import { invalid } from '@plotline/kit/core/errors';
import { normalizeText } from '@plotline/kit/core/normalize-text';
import { listSynonyms } from './column-synonyms.js';
import { type ImportResource, importFields, isList } from './import-fields.js';

/** Column of the file → path of the field. Other columns are not imported. */
export type Mapping = Readonly<Record<string, string>>;

function toKey(name: string): string {
  return normalizeText(name).replace(/[^\p{L}\p{N}]/gu, '');
}

function listNames(resource: ImportResource): ReadonlyMap<string, string> {
  const fields = [...importFields[resource].keys()];
  const names = [...listSynonyms(resource), ...fields.map((field) => [field, field] as const)];
  return new Map(names.map(([name, field]) => [toKey(name), field]));
}

const fieldsByName = { leads: listNames('leads'), units: listNames('units'), properties: listNames('properties') };

/** First names come before last names, whatever their order in the file. */
const partsOfName = [
  ['first name', 'given name', 'forename'].map(toKey),
  ['last name', 'surname', 'family name'].map(toKey),
];

function guessPartsOfName(columns: readonly string[]): [string, string][] {
  return partsOfName.flatMap((names) => {
    const column = columns.find((name) => names.includes(toKey(name)));
    return column === undefined ? [] : [[column, 'name']];
  });
}

/**
 * Guesses the field of each column: paths of fields first, then similar names. Two columns never map to the same field,
 * except for the parts of a lead's name.
 */
export function guessMapping(resource: ImportResource, columns: readonly string[]): Mapping {
  const fields = importFields[resource];
  const known = fieldsByName[resource];
  const exact = columns.filter((column) => fields.has(column)).map((column): [string, string] => [column, column]);
  const taken = new Set(exact.map(([, field]) => field));
  const alike = columns.flatMap((column): [string, string][] => {
    const field = known.get(toKey(column));
    if (field === undefined || taken.has(field)) return [];
    taken.add(field);
    return [[column, field]];
  });
  const names = resource === 'leads' && !taken.has('name') ? guessPartsOfName(columns) : [];
  return Object.fromEntries([...exact, ...alike, ...names]);
}

/** Returns the mapping of records that name the fields themselves. */
export function mapFieldsToThemselves(resource: ImportResource): Mapping {
  return Object.fromEntries([...importFields[resource].keys()].map((field) => [field, field]));
}

/** Maps columns when no mapping is given: columns named like a field, and the elements within a list of XML. */
export function findNamedFields(resource: ImportResource, columns: readonly string[]): Mapping {
  const fields = [...importFields[resource]];
  const named = columns.flatMap((column): [string, string][] => {
    const found = fields.find(([field, type]) => column === field || (isList(type) && column.startsWith(`${field}.`)));
    return found ? [[column, found[0]]] : [];
  });
  return Object.fromEntries(named);
}

/** Throws a Problem that names every column missing from the file and every field that can't be imported. */
export function assertMapping(resource: ImportResource, mapping: Mapping, columns?: readonly string[]): void {
  const fields = importFields[resource];
  const targets = Object.values(mapping);
  const faults = Object.entries(mapping).flatMap(([column, field]) => {
    const path = `mapping.${column.slice(0, 100)}`;
    if (columns && !columns.includes(column)) {
      return [
        {
          field: path,
          message: `names a column that the file does not have; it has ${columns.join(', ')}`.slice(0, 1000),
        },
      ];
    }
    const type = fields.get(field);
    if (!type) {
      return [{ field: path, message: `names an unknown field; ${resource} have ${[...fields.keys()].join(', ')}` }];
    }
    const isShared = targets.indexOf(field) !== targets.lastIndexOf(field);
    if (!isShared || type.kind === 'text' || isList(type)) return [];
    return [{ field: path, message: `names ${field}, like another column; only texts and lists can be joined` }];
  });
  if (targets.length === 0) faults.push({ field: 'mapping', message: 'must name at least one column' });
  if (faults.length > 0) throw invalid(...faults);
}
