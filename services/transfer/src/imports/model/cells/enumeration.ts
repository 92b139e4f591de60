import { normalizeText } from '@plotline/kit/core/normalize-text';
import { maxNormalizedLength, removeDirectionMarks } from '../../../formats/model/clean-text.js';
import type { Convert } from './cell-context.js';

/**
 * Returns the form in which values are compared: in lower case, and with space, hyphen and underscore treated alike.
 * Returns a text unchanged if it is too long for a value.
 */
export function toValueKey(text: string): string {
  if (text.length > maxNormalizedLength) return text;
  return normalizeText(removeDirectionMarks(text)).replace(/[\s_\p{Pd}]+/gu, '');
}

/** Creates the function that converts cells for a field with a fixed set of values. */
export function createEnumerationConversion(values: readonly string[]): Convert {
  const byKey = new Map(values.map((value) => [toValueKey(value), value]));
  const fault = `must be one of: ${values.join(', ')}; value_map translates other values`;
  return (text) => {
    const value = byKey.get(toValueKey(text));
    return value === undefined ? { fault } : { value };
  };
}
