import { isNoValue, trimCell } from '../../formats/model/clean-text.js';
import { toValueKey } from './cells/enumeration.js';
import type { Translation } from './conversion.js';
import type { FieldType } from './import-fields.js';

/** Translates the trimmed text of a field. */
export type Translate = (text: string) => Translation['to'];

const noTranslations: Translate = (text) => text;

/** Creates the translation of a field's values. */
export function createTranslate(field: string, translations: readonly Translation[]): Translate {
  const own = translations.filter((translation) => translation.field === field);
  if (own.length === 0) return noTranslations;
  const byKey = new Map(own.map(({ from, to }) => [toValueKey(from), to]));
  return (text) => {
    const to = byKey.get(toValueKey(text));
    return to === undefined ? text : to;
  };
}

/** Kinds of fields in which `NA` means no value. In other fields it may be a name or the code of Namibia. */
const withoutNames = new Set<FieldType['kind']>([
  ...(['email', 'phone', 'timeline', 'currency', 'date', 'date-time', 'enumeration'] as const),
  ...(['rooms', 'degrees', 'money', 'area'] as const),
]);

/**
 * Creates a function that returns whether the trimmed text of a field means no value. Required fields keep such texts.
 */
export function createNoValueCheck({ kind }: FieldType, isRequired: boolean): (text: string) => boolean {
  if (isRequired) return (text) => text === '';
  if (!withoutNames.has(kind)) return isNoValue;
  return (text) => isNoValue(text) || text.toLowerCase() === 'na';
}

/** Returns the trimmed texts of a value, including texts in nested lists. Omits blank texts. */
export function toTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const text = trimCell(value);
    return text === '' ? [] : [text];
  }
  return Array.isArray(value) ? value.flatMap(toTexts) : [];
}
