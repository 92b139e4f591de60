/** Part of a text: digits, a word in lower case, or the characters between them. */
export interface Token {
  readonly kind: 'number' | 'word' | 'sign';
  readonly text: string;
}

/** Maximum length of a text that can be a date. */
const maxLength = 64;

const pieces = /\d+|[\p{L}\p{M}]+\.?|[^\d\p{L}\p{M}]+/gu;

/** Words around a date that add no information: days of the week, and words between day, month and year. */
const ignored = new Set([
  ...['mon', 'monday', 'tue', 'tues', 'tuesday', 'wed', 'wednesday', 'thu', 'thur', 'thurs', 'thursday'],
  ...['fri', 'friday', 'sat', 'saturday', 'sun', 'sunday', 'of', 'de', 'del', 'at', 'the', 'um', 'à', 'on'],
]);

const ordinals = new Set(['st', 'nd', 'rd', 'th']);

function toToken(text: string): Token {
  if (/^\d/.test(text)) return { kind: 'number', text };
  if (/^[\p{L}\p{M}]/u.test(text)) return { kind: 'word', text: text.toLowerCase() };
  return { kind: 'sign', text: text.replace(/\s+/g, ' ') };
}

/** Splits a text into tokens. Drops parentheses at its end. Returns null for a text that can't be a date. */
export function tokenize(text: string): readonly Token[] | null {
  if (text.length > maxLength) return null;
  // JavaScript writes times like this: 14:30:00 GMT+0400 (Gulf Standard Time).
  const end = text.endsWith(')') ? text.indexOf('(') : text.length;
  const tokens = (text.slice(0, end).trim().match(pieces) ?? []).map(toToken);
  return tokens.filter(({ kind, text: name }, place) => {
    if (kind !== 'word') return true;
    const isOrdinal = ordinals.has(name) && tokens[place - 1]?.kind === 'number';
    return !isOrdinal && !ignored.has(name.replace('.', ''));
  });
}
