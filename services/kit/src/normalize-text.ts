/**
 * A text as it is compared whatever its case: `STRASSE` and `Straße`, `JOSÉ` and `José` composed either way are the same,
 * and every part of a text is found in it, so the Greek sigma is one letter wherever it stands, the Turkish i one with or
 * without a dot. An accent makes another letter. May be longer than the text: fold both sides, never cut what is folded.
 */
export function normalizeText(text: string): string {
  // Upper case writes ß and ligatures out; lower case comes first, as ẞ is upper case already.
  const written = text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
  return written.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
}
