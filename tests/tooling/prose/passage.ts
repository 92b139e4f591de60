/** Prose that belongs together: a comment, a paragraph or a title. */
export interface Passage {
  /** Line in the file where the passage starts. */
  readonly line: number;
  /** Lines of the passage, without the signs that mark them as prose. */
  readonly lines: readonly string[];
}

/** Sentence, with the line in the file where it starts. */
export interface Sentence {
  readonly line: number;
  readonly text: string;
}

/** Break between sentences: punctuation, and then a word that can start a sentence. */
const sentenceEnd = /[.?!]["')\]*]*\s+(?=["'(`[*]*[A-Z\d])/g;

/** Splits a passage into its sentences. */
export function splitSentences({ line, lines }: Passage): Sentence[] {
  const text = lines.join('\n');
  const starts = [0, ...[...text.matchAll(sentenceEnd)].map(({ 0: end, index }) => index + end.length)];
  return starts.flatMap((start, index) => {
    const sentence = text
      .slice(start, starts[index + 1])
      .replaceAll(/\s+/g, ' ')
      .trim();
    const linesBefore = text.slice(0, start).split('\n').length - 1;
    return sentence === '' ? [] : [{ line: line + linesBefore, text: sentence }];
  });
}

/** Splits lines into passages at blank lines. */
export function splitPassages({ line, lines }: Passage): Passage[] {
  const passages: { line: number; lines: string[] }[] = [];
  let isOpen = false;
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') isOpen = false;
    else if (isOpen) passages.at(-1)?.lines.push(text);
    else {
      passages.push({ line: line + index, lines: [text] });
      isOpen = true;
    }
  }
  return passages;
}
