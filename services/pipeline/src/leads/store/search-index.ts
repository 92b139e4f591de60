import { matchEach, normalizeText, splitWords, toSearchText } from '@plotline/kit/core/normalize-text';
import type { Filter } from '@plotline/kit/store/records/records';
import type { Lead } from '../model/lead.js';
import { toPhoneTexts } from '../model/search-phone.js';
import { toSearchParts } from '../model/search-term.js';
import { createKeys, phoneKind, textKind } from './search-keys.js';
import { phoneBorder, type Target, toPartTarget } from './search-targets.js';

/**
 * Creates the derived fields for searching a lead. `search_text` has the normalized name and email, and the digits of
 * the phone. `search_keys` has the keys of that text.
 */
export function createSearchFields({ name, email, phone }: Pick<Lead, 'name' | 'email' | 'phone'>) {
  const phones = toPhoneTexts(normalizeText(phone ?? ''));
  const words = [...splitWords(normalizeText(name)), ...splitWords(normalizeText(email))];
  const keys = [
    ...words.map((word) => createKeys(word, textKind)),
    ...phones.map((digits) => createKeys(digits, phoneKind)),
  ];
  return {
    search_text: [toSearchText([name, email]), ...phones].join(phoneBorder),
    search_keys: [...new Set(keys.flat())],
  };
}

/** Part of a search term that the index can find. */
export interface IndexedPart {
  /** Matches the texts of leads that have the part. */
  readonly pattern: RegExp;
  /** Matches these leads, and possibly others, with the index. */
  readonly keys: Filter;
  /** Number of symbols in the shortest key prefix in `keys`. The shorter it is, the more other leads match. */
  readonly knownCharacters: number;
}

export interface SearchCondition {
  /** Matches exactly the leads that contain every word of the term. */
  readonly matches: Filter;
  /**
   * Parts with keys, the longest first. Empty if all words are too short for the index. Each part on its own finds all
   * matches.
   */
  readonly indexed: readonly IndexedPart[];
}

function toIndexedPart({ source, keys, known }: Target): IndexedPart[] {
  if (!keys) return [];
  return [{ pattern: new RegExp(source), keys: { 'derived.search_keys': { $in: keys } }, knownCharacters: known }];
}

/**
 * Creates the condition for leads whose name, email or phone contains each word of the term. Returns null if the term
 * has no words. Phones are compared by their digits, in their international form, with words that may be part of a
 * phone. Throws VALIDATION_ERROR for too many words.
 * @param country Country of the workspace, in which people dial the national numbers of the term. Empty for none.
 */
export function createSearchCondition(search: string, country = ''): SearchCondition | null {
  const targets = toSearchParts(search).map((part) => toPartTarget(part, country));
  if (targets.length === 0) return null;
  const matches = { 'derived.search_text': matchEach(targets.map(({ source }) => source)) };
  const indexed = targets.flatMap(toIndexedPart).sort((one, other) => other.knownCharacters - one.knownCharacters);
  return { matches, indexed };
}

/** Returns the part that occurs in the fewest of the texts. If several parts do, returns the longest of them. */
export function chooseRarest(parts: readonly IndexedPart[], texts: readonly string[]): IndexedPart | undefined {
  const counted = parts.map((part) => ({ part, count: texts.filter((text) => part.pattern.test(text)).length }));
  return counted.sort((one, other) => one.count - other.count)[0]?.part;
}
