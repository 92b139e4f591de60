import { normalizeText } from '@plotline/kit/core/normalize-text';
import type { Filter } from '@plotline/kit/store/records/records';
import escapeStringRegexp from 'escape-string-regexp';
import { extractDigits } from '../model/duplicates.js';
import type { Lead } from '../model/lead.js';

/**
 * A search key begins at every third position of a text. That takes a third of the index size of keys at all positions.
 */
const stride = 3;
/** Characters of a key. The rest of a longer term is matched against `derived.text`. */
const maxKeyLength = 12;
/** Shorter terms would search for keys of one character, which nearly every lead has. */
const minTermLength = stride + 1;
/** Prefixes of phones and emails. The contract refuses these characters in names, addresses and search terms. */
const phonePrefix = '\u0001';
const emailPrefix = '\u0002';

function createKeys(text: string): string[] {
  const keys: string[] = [];
  for (let place = 0; place < text.length; place += stride) keys.push(text.slice(place, place + maxKeyLength));
  return keys;
}

/**
 * Creates the derived fields that a lead is searched by: `text` has the normalized name, email and phone, `search`
 * their keys.
 */
export function createSearchFields({ name, email, phone }: Pick<Lead, 'name' | 'email' | 'phone'>) {
  const [normalizedName, normalizedEmail] = [normalizeText(name), normalizeText(email)];
  const digits = extractDigits(phone);
  const phoneKeys = createKeys(digits).map((key) => phonePrefix + key);
  return {
    text: `${normalizedName}${emailPrefix}${normalizedEmail}${phonePrefix}${digits}`,
    search: [...new Set([...createKeys(normalizedName), ...createKeys(normalizedEmail), ...phoneKeys])],
  };
}

const toKeyPattern = (key: string, prefix = '') =>
  new RegExp(`^${escapeStringRegexp(prefix + key.slice(0, maxKeyLength))}`);

/** Wherever a term occurs in a text, a key begins at one of its first three positions. */
function createKeyPatterns(term: string): RegExp[] {
  return Array.from({ length: stride }, (_, skipped) => toKeyPattern(term.slice(skipped)));
}

/**
 * Creates patterns as for other texts, except that a key at the third digit is found by the key that begins one digit
 * before the term. Ten such keys are possible and few phones have them, whereas many phones have a key that begins with
 * the last two of four digits.
 */
function createPhonePatterns(digits: string): RegExp[] {
  const starts = [digits, digits.slice(1), ...Array.from('0123456789', (digit) => digit + digits)];
  return starts.map((start) => toKeyPattern(start, phonePrefix));
}

export interface SearchCondition {
  /** Matches exactly the leads that contain the term. */
  readonly matches: Filter;
  /** Matches these leads and others, by the index; null when the term is too short for the index. */
  readonly indexed: Filter | null;
  /** Length of the shortest key prefix in `indexed`. The shorter it is, the more other leads match. */
  readonly knownCharacters: number;
}

/** In a term with letters, fewer digits than this belong to a name and not to a phone. */
const minPhoneDigits = 4;

/** Returns the digits of a term that may be part of a phone; empty when it can't be one. */
function extractPhoneDigits(term: string): string {
  const digits = extractDigits(term);
  const isNoPhone = term.includes('@') || (/\p{L}/u.test(term) && digits.length < minPhoneDigits);
  return isNoPhone ? '' : digits;
}

/**
 * Creates the condition for leads whose name, email or phone contains the term, case-insensitively. Phones are compared
 * by their digits, with terms that may be a phone.
 */
export function createSearchCondition(search: string): SearchCondition {
  const term = normalizeText(search);
  const digits = extractPhoneDigits(term);
  const inPhone = digits === '' || digits === term ? [] : [`${phonePrefix}\\d*${digits}`];
  const matches = { 'derived.text': new RegExp([escapeStringRegexp(term), ...inPhone].join('|')) };
  if (term.length < minTermLength || (digits !== '' && digits.length < minTermLength))
    return { matches, indexed: null, knownCharacters: 0 };
  const patterns = [...createKeyPatterns(term), ...(digits === '' ? [] : createPhonePatterns(digits))];
  const knownDigits = digits === '' ? Number.POSITIVE_INFINITY : digits.length - 1;
  const knownCharacters = Math.min(term.length - stride + 1, knownDigits);
  return { matches, indexed: { 'derived.search': { $in: patterns } }, knownCharacters };
}
