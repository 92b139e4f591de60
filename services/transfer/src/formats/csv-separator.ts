import { type Separator, separators } from './file-record.js';

/** Where the header ends: at the first line break outside of quotes; -1 when it does not end here. */
export function findHeaderEnd(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) return at;
  }
  return -1;
}

/** The separator that is most often in the header outside of quotes; a comma when there is none, as in a file of one column. */
export function detectSeparator(header: string): Separator {
  const unquoted = header.replace(/"[^"]*"/g, '');
  const counts = separators.map((separator) => ({ separator, count: unquoted.split(separator).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).separator;
}
