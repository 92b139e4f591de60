const maxSeeds = 1_000;

/**
 * Parses `7`, `1..20` or `3,5,8`.
 * @throws Error for any other text.
 */
export function parseSeeds(text: string): number[] {
  const [, first = '', last = ''] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text) ?? [];
  const count = Number(last) - Number(first) + 1;
  if (first !== '' && count >= 1 && count <= maxSeeds)
    return Array.from({ length: count }, (_, place) => Number(first) + place);
  if (/^\d{1,9}(,\d{1,9})*$/.test(text)) return text.split(',').map(Number);
  throw new Error(`The seeds are a number, a list such as 3,5,8 or a range such as 1..20, not "${text}".`);
}
