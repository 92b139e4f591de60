import { normalizeText } from '@plotline/kit/core/normalize-text';
import { findAreaUnit } from '../../formats/model/area-unit.js';
import { findCurrency, type NamedCurrency } from '../../formats/model/currency-name.js';
import { listSynonyms } from './column-synonyms.js';
import { type FieldType, type ImportResource, importFields } from './import-fields.js';

/** Meaning of a column's name. */
export interface ColumnHeader {
  /** Path of the field. Undefined if the name resembles no field. */
  readonly field?: string;
  /** Part of a person's name that the column contains, if any. */
  readonly partOfName?: 'first' | 'middle' | 'last';
}

/** Currency and unit of area in the name of a column, such as `Price (AED)` and `Area sqft`. */
export interface ColumnUnits {
  readonly currency?: NamedCurrency;
  readonly unit?: string;
}

/** Returns the name in the form in which names are compared: its letters and digits in lower case. */
function toKey(name: string): string {
  return normalizeText(name).replace(/[^\p{L}\p{N}]/gu, '');
}

function listNames(resource: ImportResource): ReadonlyMap<string, string> {
  const fields = [...importFields[resource].keys()];
  const names = [...listSynonyms(resource), ...fields.map((field) => [field, field] as const)];
  return new Map(names.map(([name, field]) => [toKey(name), field]));
}

const fieldsByName = { leads: listNames('leads'), units: listNames('units'), properties: listNames('properties') };

const partsOfName: Readonly<Record<NonNullable<ColumnHeader['partOfName']>, readonly string[]>> = {
  first: ['first name', 'first', 'given name', 'forename', 'fname'].map(toKey),
  middle: ['middle name', 'additional name'].map(toKey),
  last: ['last name', 'last', 'surname', 'family name', 'lname'].map(toKey),
};

function findPartOfName(key: string): ColumnHeader['partOfName'] {
  for (const part of ['first', 'middle', 'last'] as const) if (partsOfName[part].includes(key)) return part;
  return undefined;
}

/** Yields the words at the end and at the beginning of a name, each with the rest of the name. */
function* splitOffWords(name: string): Generator<{ readonly rest: string; readonly word: string }> {
  const words = name.split(/[\s_,()[\]{}:/|-]+/).filter((word) => word !== '');
  for (const count of [1, 2]) {
    if (words.length <= count) return;
    yield { rest: words.slice(0, -count).join(' '), word: words.slice(-count).join(' ') };
    yield { rest: words.slice(count).join(' '), word: words.slice(0, count).join(' ') };
  }
}

/** Removes `in` before a unit: `Price in AED`. */
function withoutIn(name: string): string {
  return name.replace(/ in$/i, '');
}

/** Returns the currency and the unit of area at the end or beginning of a column's name. */
export function findUnits(name: string, { kind }: FieldType): ColumnUnits {
  for (const { word } of splitOffWords(name)) {
    if (kind === 'money') {
      const currency = findCurrency(word);
      if (currency) return { currency };
    } else if (kind === 'area') {
      const unit = findAreaUnit(word)?.name;
      if (unit !== undefined) return { unit };
    }
  }
  return {};
}

/** Removes the numbers that contact programs give their columns, as in `E-mail 1 - Value`. */
function withoutNumbers(name: string): string {
  const isNumber = (word: string) => /^#?\d{1,2}$/.test(word);
  return name
    .split(/[\s_()#.-]+/)
    .filter((word) => !isNumber(word))
    .join(' ')
    .replace(/ value$/i, '');
}

function findPlain(resource: ImportResource, name: string): ColumnHeader | undefined {
  const key = toKey(name);
  const field = fieldsByName[resource].get(key);
  if (field !== undefined) return { field };
  const partOfName = resource === 'leads' ? findPartOfName(key) : undefined;
  return partOfName && { field: 'name', partOfName };
}

/**
 * Finds the field of a column with an amount or area. The name of the column begins or ends with a currency or unit.
 */
function findMeasure(resource: ImportResource, name: string): ColumnHeader | undefined {
  for (const { rest, word } of splitOffWords(name)) {
    const header = findPlain(resource, withoutIn(rest));
    const kind = importFields[resource].get(header?.field ?? '')?.kind;
    if (kind === 'money' && findCurrency(word)) return header;
    if (kind === 'area' && findAreaUnit(word) !== undefined) return header;
  }
  return undefined;
}

/** Finds the field that the name of a column stands for. */
export function readHeader(resource: ImportResource, name: string): ColumnHeader {
  if (importFields[resource].has(name)) return { field: name };
  const known = findPlain(resource, name) ?? findPlain(resource, withoutNumbers(name));
  return known ?? findMeasure(resource, name) ?? {};
}
