import { normalizeText } from '@plotline/kit/core/normalize-text';
import { matchEach, splitWords, toSearchText } from '@plotline/kit/core/search-words';
import type { Filter } from '@plotline/kit/store/records/records';
import type { Lead } from '../model/lead.js';
import { toPhoneTexts } from '../model/search-phone.js';
import { toSearchParts } from '../model/search-term.js';
import { createKeys } from './search-keys.js';
import { phoneBorder, type Target, toPartTarget } from './search-targets.js';

/**
 * Creates the derived fields that a lead is searched by: `search_text` has the normalized name and email, and the digits
 * of the phone; `search_keys` their keys.
 */
export function createSearchFields({ name, email, phone }: Pick<Lead, 'name' | 'email' | 'phone'>) {
  const phones = toPhoneTexts(normalizeText(phone ?? ''));
  const words = [...splitWords(normalizeText(name)), ...splitWords(normalizeText(email))];
  const keys = [...words.map((word) => createKeys(word)), ...phones.map((digits) => createKeys(digits, phoneBorder))];
  return {
    search_text: [toSearchText([name, email]), ...phones].join(phoneBorder),
    search_keys: [...new Set(keys.flat())],
  };
}

export interface SearchCondition {
  /** Matches exactly the leads that contain each word of the term. */
  readonly matches: Filter;
  /** Matches these leads and others, by the index; null when all words are too short for the index. */
  readonly indexed: Filter | null;
  /** Symbols of the shortest key prefix in `indexed`. The shorter it is, the more other leads match. */
  readonly knownCharacters: number;
}

/** Words that the index finds leads by. More would cost more than they exclude. */
const maxIndexedWords = 3;

/** Returns the longest words. The database may find the leads by any of them, or by what they have in common. */
function findLongest(targets: readonly Target[]): Target[] {
  const indexed = targets.filter(({ keys }) => keys !== null);
  return indexed.sort((one, other) => other.known - one.known).slice(0, maxIndexedWords);
}

/**
 * Creates the condition for leads whose name, email or phone contains each word of the term; null when the term has no
 * words. Phones are compared by their digits, in their international form, with words that may be part of a phone.
 * Throws VALIDATION_ERROR for too many words.
 * @param country Of the workspace: national numbers are read as people dial them there. Empty for none.
 */
export function createSearchCondition(search: string, country = ''): SearchCondition | null {
  const targets = toSearchParts(search).map((part) => toPartTarget(part, country));
  if (targets.length === 0) return null;
  const matches = { 'derived.search_text': matchEach(targets.map(({ source }) => source)) };
  const conditions = findLongest(targets).map(({ keys }) => ({ 'derived.search_keys': { $in: keys } }));
  const [first, ...others] = conditions;
  const indexed = others.length === 0 ? (first ?? null) : { $and: conditions };
  return { matches, indexed, knownCharacters: Math.max(...targets.map(({ known }) => known)) };
}
