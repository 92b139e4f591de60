/** Zero-width space, word joiner and byte order mark. People often paste them without noticing. */
const invisible: ReadonlySet<string> = new Set(['\u200B', '\u2060', '\uFEFF']);
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/;
const directionMarks = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]+/g;
const plain = /^[\x20-\x7E]*$/;

function isOuter(character: string | undefined): boolean {
  return character !== undefined && (invisible.has(character) || character.trim() === '');
}

/** Removes spaces of all kinds, zero-width spaces and byte order marks around a text. */
export function trimCell(text: string): string {
  const trimmed = text.trim();
  if (!isOuter(trimmed[0]) && !isOuter(trimmed.at(-1))) return trimmed;
  let start = 0;
  let end = trimmed.length;
  while (start < end && isOuter(trimmed[start])) start += 1;
  while (end > start && isOuter(trimmed[end - 1])) end -= 1;
  return trimmed.slice(start, end);
}

/** Joins the lines of a text with spaces. */
export function joinLines(text: string): string {
  return lineBreaks.test(text) ? text.split(lineBreaks).map(trimCell).join(' ').trim() : text;
}

/**
 * Maximum length of a text that is normalized. A longer text can't be a number, date or code. The limit is needed
 * because the time to normalize combining marks grows with the square of their number.
 */
export const maxNormalizedLength = 1_000;

/**
 * Returns the text of a number, date or code on one line, with plain digits, letters and spaces. Removes direction
 * marks, and writes full-width and Arabic-Indic digits as 0 to 9. Returns a text above the maximum length unchanged.
 */
export function toPlainText(text: string): string {
  if (plain.test(text) || text.length > maxNormalizedLength) return text.trim();
  const marksRemoved = joinLines(text).replace(directionMarks, '');
  return trimCell(toAsciiDigits(marksRemoved.normalize('NFKC')).replace(/[−‐‑‒–—]/g, '-'));
}

/** Removes the marks that set the direction of writing. */
export function removeDirectionMarks(text: string): string {
  return plain.test(text) ? text : trimCell(text.replace(directionMarks, ''));
}

/** Zero in each of the scripts in which people write numbers. In each script, the ten digits have consecutive codes. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

/** Writes Arabic-Indic, Persian, Devanagari, Bengali and full-width digits as 0 to 9. */
function toAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\uFF10-\uFF19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.findLast((zero) => zero <= code) ?? code));
  });
}

/** Words that programs and people use for a missing value, in lower case. */
const noValue: ReadonlySet<string> = new Set([
  ...['null', '(null)', '<null>', '[null]', '\\n', 'nil', 'none', '(none)', 'nan', 'undefined', '(blank)'],
  ...['n/a', '#n/a', 'n.a.', 'n.a', 'not available', 'not applicable', '-', '--', '---', '–', '—', '?'],
  ...['0000-00-00', '0000-00-00 00:00:00', '0000-00-00t00:00:00z', '00/00/0000'],
]);

/** Maximum length of these words. */
const maxWordLength = 20;

/** Returns whether the trimmed text means that there is no value, such as `N/A`, `-` and `0000-00-00`. */
export function isNoValue(text: string): boolean {
  return text === '' || (text.length <= maxWordLength && noValue.has(text.toLowerCase()));
}
