import { toSearchWords } from '@plotline/kit/core/normalize-text';

/** Part of a search term. Every part must be found in a lead. */
export interface SearchPart {
  /** Words that may form a phone together, or a single word that doesn't. All are normalized. */
  readonly words: readonly [string, ...string[]];
  /** The words as one phone. Null if they can't be a phone. */
  readonly phone: string | null;
}

/** Minimum number of digits in a word with letters that may contain a phone. Fewer digits belong to a name. */
const minPhoneDigits = 4;

const hasDigit = (word: string) => /\d/.test(word);

/** Returns whether the word contains only digits and characters that people write between the digits of a phone. */
export function isPhoneWord(word: string): boolean {
  return hasDigit(word) && /^(?:tel:)?[-\d+()./]+$/.test(word);
}

/** Returns whether the word introduces an extension after a phone: `ext`, `ext.`, `x12`. */
function isExtension(word: string): boolean {
  return /^(?:ext\.?|x|#)\d*$/.test(word);
}

/** Returns whether a word that isn't a phone may contain one: `0800-real`. */
function mayHavePhone(word: string): boolean {
  return !word.includes('@') && word.replaceAll(/\D/g, '').length >= minPhoneDigits;
}

/**
 * Splits a search term into its parts. Phones may be written with spaces, so consecutive words that may belong to one
 * form one part. Throws VALIDATION_ERROR when the term has too many words.
 */
export function toSearchParts(search: string): SearchPart[] {
  const runs: [string, ...string[]][] = [];
  for (const word of toSearchWords(search)) {
    const last = runs.at(-1);
    const continues = last !== undefined && isPhoneWord(last[0]) && (isPhoneWord(word) || isExtension(word));
    if (continues) last.push(word);
    else runs.push([word]);
  }
  return runs.map((words) => {
    const [first] = words;
    return { words, phone: isPhoneWord(first) || mayHavePhone(first) ? words.join(' ') : null };
  });
}
