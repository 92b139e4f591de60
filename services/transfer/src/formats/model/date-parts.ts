import type { Token } from './date-tokens.js';
import { findMonth } from './month-names.js';

/** Order of the numbers of a date: day, month and year. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Three numbers of a date, in the order of the text. */
export interface OpenNumbers {
  readonly kind: 'numbers';
  readonly numbers: readonly [number, number, number];
  /** Whether the last number has four digits. */
  readonly endsWithYear: boolean;
  readonly isDotted: boolean;
}

/** Text read as a day, as numbers in an unknown order, or as a period. */
export type DateReading =
  | { readonly kind: 'day'; readonly day: Day }
  | OpenNumbers
  /** Period from the beginning of the year; `months` is 12 for a whole year. */
  | { readonly kind: 'period'; readonly year: number; readonly months: number };

/** Returns the year. Two digits mean a year of this century. */
function toYear(text: string): number | undefined {
  if (text.length === 4) return Number(text);
  return text.length === 2 ? 2000 + Number(text) : undefined;
}

function isShort({ text }: Token): boolean {
  return text.length <= 2;
}

/**
 * Finds the year among three numbers, and returns it with the other two. The year may be in the middle or at either
 * end.
 */
function readNumbers(tokens: readonly Token[], signs: readonly string[]): DateReading | undefined {
  const [one, two, three] = tokens;
  if (!one || !two || !three || !isShort(two)) return undefined;
  if (one.text.length === 4 && isShort(three)) {
    return { kind: 'day', day: { year: Number(one.text), month: Number(two.text), day: Number(three.text) } };
  }
  const endsWithYear = three.text.length === 4;
  if (!isShort(one) || !(endsWithYear || three.text.length === 2)) return undefined;
  const isDotted = signs.every((sign) => sign.trim() === '.');
  return { kind: 'numbers', numbers: [Number(one.text), Number(two.text), Number(three.text)], endsWithYear, isDotted };
}

/** Reads the day and the year of a date with the name of a month. The year has four digits or comes last. */
function readNamed(tokens: readonly Token[], month: number): DateReading | undefined {
  const [first, last] = tokens.filter(({ kind }) => kind === 'number');
  if (!first || !last || tokens.at(-1)?.kind === 'word') return undefined;
  const isYearFirst = first.text.length === 4;
  const [yearText, dayText] = isYearFirst ? [first.text, last.text] : [last.text, first.text];
  const year = toYear(yearText);
  if (year === undefined || dayText.length > 2 || (isYearFirst && tokens[0] !== first)) return undefined;
  return { kind: 'day', day: { year, month, day: Number(dayText) } };
}

/** Reads a month and year: `Dec 2026`, `Dec-26`, `12/2026`, `2026-12`. */
function readMonth(
  tokens: readonly Token[],
  signs: readonly string[],
  named: number | undefined,
): DateReading | undefined {
  const numbers = tokens.filter(({ kind }) => kind === 'number').map(({ text }) => text);
  const yearText =
    numbers.find((text) => text.length === 4) ?? (/^ ?['’/-] ?$/.test(signs[0] ?? '') ? numbers[0] : undefined);
  const year = named === undefined && yearText?.length !== 4 ? undefined : toYear(yearText ?? '');
  const monthText = numbers.find((text) => text !== yearText);
  const month = named ?? Number(monthText);
  if (year === undefined || !(month >= 1 && month <= 12)) return undefined;
  return { kind: 'period', year, months: month };
}

/** Number of months in a quarter or a half of a year, by the word for it. */
const partsOfYear: ReadonlyMap<string, number> = new Map([
  ...['q', 'qtr', 'quarter'].map((word) => [word, 3] as const),
  ...['h', 'half'].map((word) => [word, 6] as const),
]);

/** Reads a quarter or half of a year: `Q4 2026`, `4Q26`, `2026 Q4`, `H2 2026`. */
function readPart(tokens: readonly Token[]): DateReading | undefined {
  const length = partsOfYear.get(tokens.find(({ kind }) => kind === 'word')?.text ?? '');
  const [one, two] = tokens.filter(({ kind }) => kind === 'number').map(({ text }) => text);
  if (length === undefined || one === undefined || two === undefined || tokens.length !== 3) return undefined;
  const [part, yearText] = one.length === 1 ? [one, two] : [two, one];
  const year = toYear(yearText);
  const isPart = part.length === 1 && Number(part) >= 1 && Number(part) <= 12 / length;
  return isPart && year !== undefined ? { kind: 'period', year, months: Number(part) * length } : undefined;
}

/** Characters between the parts of a date. */
const betweenParts = /^ ?[-/.,'’]? ?$/;

/** Removes commas and spaces at the beginning and end. */
function trimTokens(tokens: readonly Token[]): readonly Token[] {
  const isBlank = (token: Token | undefined) => token?.kind === 'sign' && /^[ ,]*$/.test(token.text);
  return tokens.slice(isBlank(tokens[0]) ? 1 : 0, isBlank(tokens.at(-1)) ? -1 : undefined);
}

function readYear(token: Token | undefined): DateReading | undefined {
  return token?.kind === 'number' && token.text.length === 4
    ? { kind: 'period', year: Number(token.text), months: 12 }
    : undefined;
}

/** Reads the tokens of a date without a time. Returns undefined when they aren't a date. */
export function readDate(all: readonly Token[]): DateReading | undefined {
  const inner = trimTokens(all);
  const signs = inner.filter(({ kind }) => kind === 'sign').map(({ text }) => text);
  const tokens = inner.filter(({ kind }) => kind !== 'sign');
  const [word, ...furtherWords] = tokens.filter(({ kind }) => kind === 'word');
  const isDate = tokens.length <= 3 && furtherWords.length === 0 && signs.every((sign) => betweenParts.test(sign));
  if (!isDate) return undefined;
  const month = word && findMonth(word.text);
  if (word && month === undefined) return readPart(tokens);
  if (tokens.length === 1) return readYear(tokens[0]);
  if (tokens.length === 2) return readMonth(tokens, signs, month);
  return month === undefined ? readNumbers(tokens, signs) : readNamed(tokens, month);
}
