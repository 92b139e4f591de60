import { matchEach } from '@plotline/kit/core/normalize-text';
import escapeStringRegexp from 'escape-string-regexp';
import { type PhoneDigits, readDigits, toPhoneDigits } from '../model/search-phone.js';
import { isPhoneWord, type SearchPart } from '../model/search-term.js';
import {
  findKeyPrefixes,
  findStartPrefixes,
  type KeyPrefixes,
  phoneKind,
  textKind,
  toKeyPatterns,
} from './search-keys.js';

/**
 * Character that marks the start of each phone in the search text. The contract doesn't allow it in names, addresses
 * and search terms.
 */
export const phoneBorder = phoneKind.prefix;

/** Text to find in leads. */
export interface Target {
  /** Source of the regular expression that matches the text. */
  readonly source: string;
  /**
   * Patterns for keys. Each lead with the target has a key that matches one of them. Null if the target is too short
   * for keys.
   */
  readonly keys: readonly RegExp[] | null;
  /** Number of symbols in the shortest key prefix. */
  readonly known: number;
}

function toTarget(source: string, keys: KeyPrefixes | null): Target {
  return { source, keys: keys && toKeyPatterns(keys), known: keys?.known ?? 0 };
}

/** Returns the target of leads that have any of the targets. */
function anyOf(targets: readonly Target[]): Target {
  const keys = targets.every((target) => target.keys) ? targets.flatMap((target) => target.keys ?? []) : null;
  const sources = [...new Set(targets.map(({ source }) => source))];
  return { source: sources.join('|'), keys, known: Math.min(...targets.map(({ known }) => known)) };
}

/** Returns the target of leads that have all of the targets. The keys of the longest one find these leads. */
function allOf(targets: readonly Target[]): Target {
  const { keys, known } = targets.reduce((best, one) => (one.known > best.known ? one : best));
  return { source: matchEach(targets.map(({ source }) => source)).source, keys, known };
}

function toPhoneTarget({ digits, isStart }: PhoneDigits): Target {
  const prefixes = isStart ? findStartPrefixes(digits, phoneKind) : findKeyPrefixes(digits, phoneKind);
  return toTarget(`${phoneBorder}${isStart ? '' : '\\d*?'}${digits}`, prefixes);
}

const toTextTarget = (word: string) => toTarget(escapeStringRegexp(word), findKeyPrefixes(word, textKind));

const toPhoneTargets = (phone: string, country: string) => toPhoneDigits(phone, country).map(toPhoneTarget);

function toWordTarget(word: string, phone: string | null, country: string): Target {
  return anyOf([toTextTarget(word), ...(phone === null ? [] : toPhoneTargets(phone, country))]);
}

/** Minimum number of digits that consecutive words have together if they are a whole phone. */
const minWholePhone = 7;

/**
 * Returns the target of a part. The words of a phone with spaces may also match separately, unless a complete phone has
 * only words that are too short for keys. `06 12 34 56 78` only matches as one number.
 */
export function toPartTarget({ words, phone }: SearchPart, country: string): Target {
  const [first, ...others] = words;
  if (phone === null || others.length === 0) return toWordTarget(first, phone, country);
  const together = anyOf(toPhoneTargets(phone, country));
  const apart = allOf(words.map((word) => toWordTarget(word, isPhoneWord(word) ? word : null, country)));
  const isWhole = readDigits(phone).length >= minWholePhone;
  return isWhole && !apart.keys ? together : anyOf([together, apart]);
}
