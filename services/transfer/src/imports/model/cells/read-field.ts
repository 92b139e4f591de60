import { isJson } from '../../../formats/model/file-record.js';
import { type ConversionBasis, toColumnContext } from '../column-context.js';
import { type FieldType, isList, isRequired } from '../import-fields.js';
import type { Source, SourceDescription, Target, Values } from '../record-source.js';
import { createNoValueCheck, createTranslate, type Translate, toTexts } from '../translate.js';
import type { Convert, Converted } from './cell-context.js';
import { createConversion } from './convert-cell.js';

/** Value of a field with its source. `isEmpty` means that the file has the field, but without a value. */
export type FieldValue =
  | { readonly isEmpty: true; readonly given: unknown }
  | (Converted & { readonly isEmpty: false; readonly source: Source });

/** Reads a field of a record; undefined when the record lacks it. */
export type ReadField = (values: Values) => FieldValue | undefined;

interface Column {
  readonly source: Source;
  readonly convert: Convert;
}

/** Kinds of fields whose values are texts. A JSON number in such a field becomes a text. */
const textKinds = new Set<FieldType['kind']>(['text', 'long-text', 'email', 'phone']);

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && toTexts(value).length === 0);
}

class FieldReader {
  readonly #type: FieldType;
  readonly #columns: readonly Column[];
  readonly #translate: Translate;
  readonly #hasNoValue: (text: string) => boolean;
  readonly #isJson: boolean;

  constructor({ resource, format }: SourceDescription, { field, type, sources }: Target, basis: ConversionBasis) {
    this.#isJson = isJson(format);
    this.#type = type;
    this.#columns = sources.map((source) => ({
      source,
      convert: createConversion(type, { ...toColumnContext(basis, source.column, field), unit: source.unit }),
    }));
    this.#translate = createTranslate(field, basis.conversion.value_map);
    this.#hasNoValue = createNoValueCheck(type, isRequired(resource, field));
  }

  read(values: Values): FieldValue | undefined {
    let empty: FieldValue | undefined;
    const filled: (Converted & { readonly source: Source })[] = [];
    for (const { source, convert } of this.#columns) {
      const given = source.read(values);
      if (given === undefined) continue;
      const converted = this.#convert(given, convert);
      empty ??= { isEmpty: true, given };
      if (!converted) continue;
      filled.push({ ...converted, source });
      // The first column with a value is used, except for lists and parts of a name.
      if (!isList(this.#type) && this.#type.kind !== 'name') break;
    }
    const [first] = filled;
    if (!first) return empty;
    if (filled.length === 1) return { ...first, isEmpty: false };
    return { ...(isList(this.#type) ? joinLists(filled) : chooseName(filled)), isEmpty: false, source: first.source };
  }

  /** Converts a value of the file; undefined when the value means that there is none. */
  #convert(given: unknown, convert: Convert): Converted | undefined {
    if (isBlank(given)) return undefined;
    if (Array.isArray(given)) return this.#convertArray(given, convert);
    if (typeof given === 'number' && textKinds.has(this.#type.kind)) return this.#convertText(String(given), convert);
    return typeof given === 'string' ? this.#convertText(given, convert) : { value: given };
  }

  #convertText(given: string, convert: Convert): Converted | undefined {
    const [text = ''] = toTexts(given);
    const translated = this.#translate(text);
    if (translated === null || (typeof translated === 'string' && this.#hasNoValue(translated))) return undefined;
    return typeof translated === 'number' ? { value: translated } : convert(translated);
  }

  /** Converts the texts of repeated XML elements. Returns a JSON array unchanged. */
  #convertArray(given: readonly unknown[], convert: Convert): Converted | undefined {
    if (this.#isJson) return { value: given };
    const texts = toTexts(given);
    const [first] = texts;
    if (first === undefined) return undefined;
    if (texts.length === 1) return this.#convertText(first, convert);
    if (isList(this.#type)) return joinLists(texts.map((text) => this.#convertText(text, convert) ?? { value: [] }));
    if (this.#type.kind === 'name' || textKinds.has(this.#type.kind))
      return this.#convertText(texts.join(' '), convert);
    return { fault: 'has more than one value' };
  }
}

const notJoinable = { fault: 'has several values that are not all texts; only texts can be joined' };

/** Joins several lists. */
function joinLists(all: readonly Converted[]): Converted {
  const fault = all.find((one) => one.fault !== undefined);
  if (fault) return fault;
  const isJoinable = all.every(({ value }) => Array.isArray(value) && value.every((item) => typeof item === 'string'));
  return isJoinable ? { value: all.flatMap(({ value }) => value) } : notJoinable;
}

const places = { first: 0, middle: 1, other: 1, last: 2 } as const;

/** Returns a full name. If there is none, joins the parts of a name: first names before last names. */
function chooseName(all: readonly (Converted & { readonly source: Source })[]): Converted {
  const parts = all.flatMap(({ value, source: { partOfName } }) => (partOfName ? [{ value, partOfName }] : []));
  const [first] = all;
  if (parts.length < all.length) return all.find(({ source }) => source.partOfName === undefined) ?? {};
  if (parts.length === 1 && first) return first;
  if (!parts.every(({ value }) => typeof value === 'string')) return notJoinable;
  const ordered = [...parts].sort((one, other) => places[one.partOfName] - places[other.partOfName]);
  return { value: ordered.map(({ value }) => value).join(' ') };
}

/** Creates the reader of a field. */
export function createFieldReader(description: SourceDescription, target: Target, basis: ConversionBasis): ReadField {
  const reader = new FieldReader(description, target, basis);
  return (values) => reader.read(values);
}
