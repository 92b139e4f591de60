import { normalizeText } from '@plotline/kit/core/normalize-text';
import { maxNormalizedLength, removeDirectionMarks } from '../../../formats/model/clean-text.js';
import type { Convert } from './cell-context.js';

/**
 * Returns the form in which values are compared: without case, and with space, hyphen and underscore alike. A text that
 * is too long for a value stays as it is.
 */
export function toValueKey(text: string): string {
  if (text.length > maxNormalizedLength) return text;
  return normalizeText(removeDirectionMarks(text)).replace(/[\s_\p{Pd}]+/gu, '');
}

/** Creates the conversion of a field that has one of several values. */
export function createEnumerationConversion(values: readonly string[]): Convert {
  const byKey = new Map(values.map((value) => [toValueKey(value), value]));
  const fault = `must be one of: ${values.join(', ')}; value_map translates other values`;
  return (text) => {
    const value = byKey.get(toValueKey(text));
    return value === undefined ? { fault } : { value };
  };
}
