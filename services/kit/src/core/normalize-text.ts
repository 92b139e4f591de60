import escapeStringRegexp from 'escape-string-regexp';
import { invalid } from './errors.js';

/**
 * Code ranges of characters that don't count. Marks of other scripts are kept, because in Hindi or Thai they are
 * vowels. The Greek iota subscript (345) is kept, because it becomes a letter in upper case.
 */
const ignoredCodes = [
  // Accents, mainly of Latin, Greek and Cyrillic, and variation selectors.
  '300-344 346-36f 1ab0-1aff 1dc0-1dff 20d0-20ff fe00-fe0f fe20-fe2f',
  // Hebrew's vowel signs.
  '591-5bd 5bf 5c1-5c2 5c4-5c5 5c7',
  // Arabic's vowel signs, hamza and tatweel.
  '610-61a 621 640 64b-65f 670 674 6d6-6dc 6df-6e4 6e7-6e8 6ea-6ed',
];

const toClass = (codes: string) => codes.replaceAll(/[0-9a-f]+/g, (code) => `\\u{${code}}`).replaceAll(' ', '');

/** Also matches characters without a shape (`\p{Cf}`). */
const ignored = new RegExp(`[${ignoredCodes.map(toClass).join('')}\\p{Cf}]`, 'gu');

/** Letters that people also write in another way, and that Unicode doesn't decompose. All are lower case. */
const alike: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ħ: 'h', ŧ: 't', ς: 'σ' }),
  // Alef wasla, ta marbuta, alef maksura, and the Persian and Urdu forms of heh, kaf and yeh.
  ...Object.entries({ ٱ: 'ا', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك', ہ: 'ه', ە: 'ه', ھ: 'ه' }),
  ...['\u2018', '\u2019', '\u02bc', '\u02bb', '\u2032'].map((apostrophe) => [apostrophe, "'"] as const),
  ...['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212'].map((dash) => [dash, '-'] as const),
]);

const alikeLetters = new RegExp(`[${[...alike.keys()].join('')}]`, 'gu');

const isDigit = /\p{Nd}/u;

/** In Unicode, the digits of each script are consecutive from 0 to 9. The rows of two scripts may be adjacent. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** Writes the digits of all scripts as 0 to 9. */
export function toAsciiDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, toAsciiDigit);
}

const plain = /^[ -~]*$/;

/**
 * Lower-cases first and last. Upper-casing in between expands ß and ligatures, but keeps ẞ, which is upper case
 * already.
 */
const toOneCase = (text: string) => text.toLowerCase().toUpperCase().toLowerCase();

/**
 * Normalizes a text for comparison: `STRASSE` equals `Straße`, `jose` equals `José`, `احمد` equals `أحمد`. Ignores
 * case, accents, Arabic letter variants, full-width forms, the script of digits, and repeated or special spaces. The
 * Turkish i with a dot equals the one without. Each part of a text without white space can be found in the normalized
 * text. The result may be longer than the text. Normalize both sides before you compare, and never cut the result.
 */
export function normalizeText(text: string): string {
  if (plain.test(text)) return text.toLowerCase().replaceAll(/ +/g, ' ').trim();
  // Decomposes again after the change of case, because that can compose accents again.
  const letters = toOneCase(text.normalize('NFKD').replaceAll(ignored, '')).normalize('NFKD').replaceAll(ignored, '');
  const written = toAsciiDigits(letters.replaceAll(alikeLetters, (letter) => alike.get(letter) ?? letter));
  return written.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

/** Normalizes a name so that names are equal if they differ only in case and outer spaces. Accents count. */
export function normalizeName(name: string): string {
  return toOneCase(name.normalize('NFC')).normalize('NFC').trim();
}

/** Invisible marks that surround numbers in text copied from right-to-left languages. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Prefixes before a phone number in links, business cards and exports of lead forms. */
const phoneLabel = /^(?:tel|p|ph|phone|mobile|mob|whatsapp)\s?:/i;

/** Matches a phone number that a spreadsheet has stored as a number. */
const decimalZero = /^(\+?\p{Nd}+)[.,]0+$/u;

/** Returns the phone number as a person would write it, without additions by other software. */
export function cleanPhone(phone: string): string {
  const plainPhone = phone.replaceAll(directionMarks, '').trim();
  return plainPhone.replace(phoneLabel, '').trim().replace(decimalZero, '$1');
}

/** Returns whether a spreadsheet has written the phone number as 9.71501E+11. Then some of its digits are lost. */
export function isRoundedPhone(phone: string): boolean {
  return /^[+-]?[0-9]+(?:[.,][0-9]+)?e[+-]?[0-9]+$/i.test(toAsciiDigits(cleanPhone(phone)));
}

/**
 * Maximum words of a search term. A longer term is probably pasted text. Each word is compared with every candidate.
 */
const maxWords = 10;

/** Commas of Latin, Arabic and East Asian texts. `normalizeText` turns full-width commas into Latin ones. */
const separators = /[\s,\u060c\u3001]+/u;

/** Separates the texts of a record, so that no word matches across two of them. Texts have no control characters. */
const border = '\u0002';

/** Splits a normalized text at white space and commas. */
export function splitWords(normalized: string): string[] {
  return normalized.split(separators).filter((word) => word !== '');
}

/**
 * Returns the normalized words of a search term. Empty if the term contains only white space and commas. Throws
 * VALIDATION_ERROR if there are more than ten words.
 */
export function toSearchWords(search: string): string[] {
  const words = splitWords(normalizeText(search));
  if (words.length <= maxWords) return words;
  throw invalid({ field: 'search', message: `must have at most ${maxWords} words` });
}

/** Joins the normalized texts of a record to one text. `toSearchPattern` returns patterns for it. */
export function toSearchText(texts: readonly (string | null)[]): string {
  return texts.map((text) => normalizeText(text ?? '')).join(border);
}

/**
 * Returns a pattern for texts that match each of the given patterns, in any order. The patterns must not match line
 * breaks, because normalized texts contain none.
 */
export function matchEach(sources: readonly string[]): RegExp {
  const [only = '', ...others] = [...new Set(sources)];
  return new RegExp(
    others.length === 0 ? only : `^${[only, ...others].map((source) => `(?=.*?(?:${source}))`).join('')}`,
  );
}

/** Returns a pattern for records whose text contains every word of the term. Null if the term has no words. */
export function toSearchPattern(search: string): RegExp | null {
  const words = toSearchWords(search);
  return words.length === 0 ? null : matchEach(words.map(escapeStringRegexp));
}

/** Returns whether databases store a text unchanged. None stores half a surrogate pair, and some don't store NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
