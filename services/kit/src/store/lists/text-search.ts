import { toSearchPattern, toSearchText } from '../../core/normalize-text.js';
import type { TextPath } from './list-plan.js';

/** Up to this many records that other conditions leave are matched one by one. Else the index of all texts is read. */
const maxMatchedOneByOne = 10_000;

/** Derives the text that the words of `search` are found in. */
export function deriveSearchText(texts: readonly (string | null)[]) {
  return { search_text: toSearchText(texts) };
}

/**
 * Returns the condition of a search, by the index `text` of `derived.search_text`; null when there is no word to search
 * for. Every text of the workspace is read: that suits up to about 100,000 records.
 */
export function createTextPath(search: string | undefined): TextPath | null {
  const pattern = toSearchPattern(search ?? '');
  if (!pattern) return null;
  const matches = { 'derived.search_text': pattern };
  return { index: 'text', matches, keys: null, limitMatchedOneByOne: async () => maxMatchedOneByOne };
}
