import { type NumberContext, type ParsedNumber, parseNumber } from './parse-number.js';

const noDegrees = 'must be degrees such as 25.0805, -0.1276 or 25°04\'50"N';
const part = /^([+-]?[\d.,]+) ?(?:°|º|d(?:eg)?|'|"|'')?$/i;

/** Normalizes the signs for minutes and seconds, and splits the text after each sign. */
function splitParts(text: string): readonly string[] {
  const signs = text
    .replace(/[′’‘`´]/g, "'")
    .replace(/[″”“]/g, '"')
    .replace(/''/g, '"');
  return signs
    .split(/(?<=[°º'"])/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

/** Parses the first part as degrees, the next as minutes and the last as seconds. */
function parseParts(pieces: readonly string[], context: Omit<NumberContext, 'prefer'>): ParsedNumber {
  const numbers: number[] = [];
  for (const [place, piece] of pieces.entries()) {
    const bounds = place === 0 ? context : { ...context, minimum: 0, maximum: 60 };
    const number = part.exec(piece)?.[1];
    const parsed = number === undefined ? undefined : parseNumber(number, { ...bounds, prefer: () => null });
    if (parsed?.value === undefined) return { fault: parsed?.fault ?? noDegrees };
    if (place > 0 && (parsed.value < 0 || parsed.value >= 60)) return { fault: noDegrees };
    numbers.push(parsed.value);
  }
  const [degrees = 0, minutes, seconds = 0] = numbers;
  if (minutes === undefined) return { value: degrees };
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3600;
  const rounded = Number(size.toFixed(10));
  return { value: pieces[0]?.startsWith('-') ? -rounded : rounded };
}

/** Parses degrees of latitude or longitude. They may have minutes and seconds. S and W are negative. */
export function parseDegrees(text: string, context: Omit<NumberContext, 'prefer'>): ParsedNumber {
  const [, first = '', body = '', last = ''] = /^([NSEW]?)([^NSEW]*)([NSEW]?)$/i.exec(text) ?? [];
  const pieces = splitParts(body.trim());
  if ((first !== '' && last !== '') || pieces.length === 0 || pieces.length > 3) return { fault: noDegrees };
  const { value, fault = noDegrees } = parseParts(pieces, context);
  if (value === undefined) return { fault };
  if (!/[sw]/i.test(first || last)) return { value };
  return value < 0 ? { fault: noDegrees } : { value: -value };
}
