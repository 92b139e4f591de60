/** Font families for texts. Each contains letters that the previous family lacks. */
export type FontFamily = 'Latin' | 'Arabic';

/** Part of a text in one font family. */
export interface TextRun {
  readonly text: string;
  readonly font: FontFamily;
}

const arabic = /\p{Script=Arabic}/u;
/** Words in Arabic script, with the spaces between them. */
const arabicWords = /(\S*\p{Script=Arabic}\S*(?:\s+\S*\p{Script=Arabic}\S*)*)/u;
const arabicLetters = /([\p{Script=Arabic}\p{M}]+)/u;

/** Matches control characters and direction marks, because they have no shape. */
const shapeless = /[\p{Cc}\p{Cf}]+/gu;

/** Divides a word into its Arabic letters and the rest, such as digits and brackets. */
function splitWord(word: string): TextRun[] {
  const parts = word.split(arabicLetters).filter((part) => part !== '');
  return parts.map((text) => ({ text, font: arabic.test(text) ? 'Arabic' : 'Latin' }));
}

/**
 * Reverses the order of words that are read from right to left. The layout always sets words from left to right, and
 * respects the direction of the script only within a word. The Arabic family has no space.
 */
function setFromRight(words: string): TextRun[] {
  const reversed = words.split(/\s+/u).reverse();
  return reversed.flatMap((word, place) => [
    ...(place === 0 ? [] : [{ text: ' ', font: 'Latin' } as const]),
    ...splitWord(word),
  ]);
}

/** Divides a text into runs, each with the family that has its letters. Keeps spaces at both ends of a run. */
export function toTextRuns(text: string, part: 'whole' | 'part' = 'whole'): TextRun[] {
  const clean = text.replaceAll(shapeless, ' ');
  const shown = part === 'whole' ? clean.trim() : clean;
  return shown
    .split(arabicWords)
    .filter((piece) => piece !== '')
    .flatMap((piece): TextRun[] => (arabic.test(piece) ? setFromRight(piece) : [{ text: piece, font: 'Latin' }]));
}
