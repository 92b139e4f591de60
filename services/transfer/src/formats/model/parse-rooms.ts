import { splitAtNumber } from './parse-money.js';
import { type NumberContext, type ParsedNumber, parseNumber } from './parse-number.js';

const roomWords: ReadonlySet<string> = new Set([
  ...['br', 'bd', 'bdr', 'bdrm', 'bdrms', 'bed', 'beds', 'bedroom', 'bedrooms', 'bhk', 'room', 'rooms'],
  ...['ba', 'bath', 'baths', 'bathroom', 'bathrooms'],
]);

const noRooms = 'must be a number such as 2, 2 BR or Studio';

/** Parses a number of rooms, such as `2`, `2 BR`, `1 Bed` and `2.5 baths`. A studio has no bedroom. */
export function parseRooms(text: string, context: Omit<NumberContext, 'prefer'>): ParsedNumber {
  if (/^studio(?: apartment| flat)?s?$/i.test(text)) return { value: 0 };
  const split = splitAtNumber(text);
  const word =
    split?.after
      .replace(/[().\-/]/g, '')
      .trim()
      .toLowerCase() ?? '';
  if (split?.before !== '' || !(word === '' || roomWords.has(word))) return { fault: noRooms };
  return parseNumber(split.number, { ...context, prefer: () => null }) ?? { fault: noRooms };
}
