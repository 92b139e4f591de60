import type { Filter } from '@plotline/kit/mongo/collection';
import { normalizeText } from '@plotline/kit/normalize-text';
import escapeStringRegexp from 'escape-string-regexp';
import type { Lead } from '../domain/lead.js';
import { digitsOf } from '../domain/phone-digits.js';

/** Every third position of a text begins a key: a third of the index's size and writing cost of all positions. */
const stride = 3;
/** Characters in a key; what is longer is settled on the records themselves. */
const longestKey = 12;
/** Shorter terms would look for keys of one character, which are those of nearly every lead. */
const shortestTerm = stride + 1;
/** Stand before what is a phone and an email; nobody has them in a name, an address or a term. */
const phoneMark = '\u0001';
const emailMark = '\u0002';

function keysOf(text: string): string[] {
  const keys: string[] = [];
  for (let place = 0; place < text.length; place += stride) keys.push(text.slice(place, place + longestKey));
  return keys;
}

/**
 * What a lead is searched by: `text` has name, email and phone as they are compared, `search` keys that begin all over
 * them; `phone` tells duplicates.
 */
export function searchFields({ name, email, phone }: Pick<Lead, 'name' | 'email' | 'phone'>) {
  const [foldedName, foldedEmail] = [normalizeText(name), normalizeText(email)];
  const digits = digitsOf(phone);
  const phoneKeys = keysOf(digits).map((key) => phoneMark + key);
  return {
    text: `${foldedName}${emailMark}${foldedEmail}${phoneMark}${digits}`,
    search: [...new Set([...keysOf(foldedName), ...keysOf(foldedEmail), ...phoneKeys])],
    ...(digits === '' ? {} : { phone: digits }),
  };
}

/** Wherever a term stands in a text, one of three consecutive positions begins a key. */
function keyPatterns(term: string, mark = ''): RegExp[] {
  return Array.from({ length: stride }, (_, skipped) => {
    const start = term.slice(skipped, skipped + longestKey);
    return new RegExp(`^${escapeStringRegexp(mark + start)}`);
  });
}

export interface SearchCondition {
  /** True of exactly the leads that match. */
  readonly matches: Filter;
  /** True of those and few others, by the index; null when the term is too short for it. */
  readonly indexed: Filter | null;
}

/** Fewer digits than these among letters are part of a name, not of a phone. */
const fewestDigits = 4;

/** The digits by which a term is compared with phones; none when it can be no part of one. */
function phoneDigits(term: string): string {
  const digits = digitsOf(term);
  const isOther = term.includes('@') || (/\p{L}/u.test(term) && digits.length < fewestDigits);
  return isOther ? '' : digits;
}

/**
 * Leads whose name, email or phone contains the term, whatever the case. A phone is compared by its digits, with terms
 * that can be a phone: not with addresses, nor with words that have a few digits.
 */
export function searchCondition(search: string): SearchCondition {
  const term = normalizeText(search);
  const digits = phoneDigits(term);
  const inPhone = digits === '' || digits === term ? [] : [`${phoneMark}\\d*${digits}`];
  const matches = { 'derived.text': new RegExp([escapeStringRegexp(term), ...inPhone].join('|')) };
  if (term.length < shortestTerm || (digits !== '' && digits.length < shortestTerm)) return { matches, indexed: null };
  const patterns = [...keyPatterns(term), ...(digits === '' ? [] : keyPatterns(digits, phoneMark))];
  return { matches, indexed: { 'derived.search': { $in: patterns } } };
}
