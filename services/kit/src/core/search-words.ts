import escapeStringRegexp from 'escape-string-regexp';
import { invalid } from './errors.js';
import { normalizeText } from './normalize-text.js';

/** A longer term is no search but a pasted text. Each word is compared with every candidate. */
const maxWords = 10;

/** Commas of Latin, Arabic and East Asian texts. `normalizeText` turns full-width ones into the first. */
const separators = /[\s,\u060c\u3001]+/u;

/** Separates the texts of a record, so that no word is found across two of them. No text has control characters. */
const border = '\u0002';

/** Splits a normalized text at white space and commas. */
export function splitWords(normalized: string): string[] {
  return normalized.split(separators).filter((word) => word !== '');
}

/**
 * Returns the normalized words of a search term; none when the term has only white space and commas. Throws
 * VALIDATION_ERROR when there are more than ten.
 */
export function toSearchWords(search: string): string[] {
  const words = splitWords(normalizeText(search));
  if (words.length <= maxWords) return words;
  throw invalid({ field: 'search', message: `must have at most ${maxWords} words` });
}

/** Joins the texts of a record, normalized, to one that `toSearchPattern` is matched with. */
export function toSearchText(texts: readonly (string | null)[]): string {
  return texts.map((text) => normalizeText(text ?? '')).join(border);
}

/**
 * Returns a pattern that matches a text in which each of the patterns matches, in any order. The sources must not match
 * line breaks, which no normalized text has.
 */
export function matchEach(sources: readonly string[]): RegExp {
  const [only = '', ...others] = [...new Set(sources)];
  return new RegExp(
    others.length === 0 ? only : `^${[only, ...others].map((source) => `(?=.*?(?:${source}))`).join('')}`,
  );
}

/** Returns the condition of records whose text has every word of the term; null when the term has no words. */
export function toSearchPattern(search: string): RegExp | null {
  const words = toSearchWords(search);
  return words.length === 0 ? null : matchEach(words.map(escapeStringRegexp));
}
