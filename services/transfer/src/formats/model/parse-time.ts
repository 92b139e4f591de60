import type { Token } from './date-tokens.js';

/** Time of day in milliseconds, and the offset from UTC in minutes if the text contains one. */
export interface ParsedTime {
  readonly milliseconds: number;
  readonly offset: number | null;
}

/** Reads tokens one after the other. */
class TokenReader {
  readonly #tokens: readonly Token[];
  #place = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#tokens.slice(this.#place).every(({ kind, text }) => kind === 'sign' && text.trim() === '');
  }

  /** If the next token is of that kind and matches, returns it and moves on. */
  take(kind: Token['kind'], pattern: RegExp): string | undefined {
    const token = this.#tokens[this.#place];
    if (token?.kind !== kind || !pattern.test(token.text)) return undefined;
    this.#place += 1;
    return token.text;
  }
}

/** Converts an hour with am or pm to the 24-hour clock. Returns null for an hour that doesn't exist. */
function toHour(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.startsWith('p') ? 12 : 0);
}

function readHalf(reader: TokenReader): string | undefined {
  const half = reader.take('word', /^[ap]m?\.?$/);
  if (half === undefined) return undefined;
  // Skip the m of a.m. and p.m.
  if (!half.includes('m')) reader.take('word', /^m\.?$/);
  return half;
}

/** Reads the digits of an offset: 4, 04, 0400 or 04:00. */
function readOffset(reader: TokenReader, sign: string): number | null {
  const digits = reader.take('number', /^(\d{1,2}|\d{4})$/);
  if (digits === undefined) return null;
  const separate = digits.length <= 2 && reader.take('sign', /^:$/) ? reader.take('number', /^\d{2}$/) : '0';
  if (separate === undefined) return null;
  const [hours, minutes] = digits.length === 4 ? [digits.slice(0, 2), digits.slice(2)] : [digits, separate];
  const offset = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || offset > 15 * 60) return null;
  return sign.trim() === '-' ? -offset : offset;
}

/** Reads the rest after the time: nothing, Z, UTC, GMT or an offset. Returns undefined for other texts. */
function readZone(reader: TokenReader): number | null | undefined {
  if (reader.isAtEnd) return null;
  reader.take('sign', /^ $/);
  const name = reader.take('word', /^(z|utc|gmt)$/);
  if (name !== undefined && reader.isAtEnd) return 0;
  const sign = reader.take('sign', /^ ?[+-]$/);
  return sign === undefined ? undefined : (readOffset(reader, sign) ?? undefined);
}

/** Parses a time such as `14:30`, `2:30 pm` and `14:30:00.5+04:00`. Returns null for other texts. */
export function parseTime(tokens: readonly Token[]): ParsedTime | null {
  const reader = new TokenReader(tokens);
  const hourText = reader.take('number', /^\d{1,2}$/);
  const minute = reader.take('sign', /^:$/) && reader.take('number', /^[0-5]\d$/);
  if (hourText === undefined || minute === undefined) return null;
  let second: string | undefined = '0';
  let fraction: string | undefined = '0';
  if (reader.take('sign', /^:$/)) {
    second = reader.take('number', /^[0-5]\d$/);
    if (reader.take('sign', /^[.,]$/)) fraction = reader.take('number', /^\d{1,9}$/);
  }
  if (second === undefined || fraction === undefined) return null;
  reader.take('sign', /^ $/);
  const hour = toHour(Number(hourText), readHalf(reader));
  const offset = readZone(reader);
  if (hour === null || offset === undefined || !reader.isAtEnd) return null;
  if (hour === 24 && Number(minute) + Number(second) > 0) return null;
  const seconds = (hour * 60 + Number(minute)) * 60 + Number(second);
  return { milliseconds: seconds * 1000 + Math.floor(Number(`0.${fraction}`) * 1000), offset };
}
