import type { components } from '../../../gen/api.js';
import { isFilled, toText } from './stored-value.js';

const maxLength = 160;

/** Formats the values of a row of the file as one line. */
export function toLine(values: components['schemas']['ImportError']['values']): string {
  const text = Object.values(values).filter(isFilled).map(toText).join(' · ');
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
