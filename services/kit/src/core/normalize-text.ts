/**
 * Normalizes a text for comparison without regard to case and Unicode composition: `STRASSE` equals `Straße`. Both
 * Greek sigmas become one letter, and so do the Turkish i with and without a dot, so that each part of a text can be
 * found in it. Accents count. The result may be longer than the text: normalize both sides before you compare, and
 * never cut the result.
 */
export function normalizeText(text: string): string {
  // Upper case expands ß and ligatures. Lower case comes first, because ẞ already is upper case.
  const expanded = text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
  return expanded.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
}
