/**
 * A text for comparison without regard to case and Unicode composition: `STRASSE` equals `Straße`. Both Greek sigmas become
 * one letter, and so do the Turkish i with and without a dot, so that each part of a text is found in it. Accents make a
 * difference. The result may be longer than the text: normalize both sides before you compare, and never cut the result.
 */
export function normalizeText(text: string): string {
  // Upper case expands ß and ligatures; lower case comes first, as ẞ is upper case already.
  const expanded = text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
  return expanded.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
}
