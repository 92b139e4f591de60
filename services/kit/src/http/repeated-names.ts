const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** Counts the field names in valid JSON. Outside of strings, a colon follows each name and nothing else. */
function countNames(bytes: Uint8Array): number {
  let names = 0;
  let isInString = false;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place];
    if (isInString && byte === backslash) place += 1;
    else if (byte === quote) isInString = !isInString;
    else if (!isInString && byte === colon) names += 1;
  }
  return names;
}

function countFields(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.reduce<number>((sum, item) => sum + countFields(item), Array.isArray(value) ? 0 : items.length);
}

/**
 * Whether an object in a JSON text has the same name twice. The parser keeps the last one, but whoever checked the text
 * before may have used the first (RFC 8259, section 4). `parsed` is the parsed text, not nested deeply.
 */
export function hasRepeatedNames(bytes: Uint8Array, parsed: unknown): boolean {
  return countNames(bytes) > countFields(parsed);
}
