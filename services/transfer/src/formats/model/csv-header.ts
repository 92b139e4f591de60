import { fileFault, fileLimits, type Separator, separators } from './file-record.js';

/** Returns the end of the header: the first line break outside of quotes; -1 when there is none. */
export function findHeaderEnd(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) return at;
  }
  return -1;
}

/**
 * Returns the most frequent separator in the header outside of quotes; a comma when there is none, as in a file of one
 * column.
 */
export function detectSeparator(header: string): Separator {
  const unquoted = header.replace(/"[^"]*"/g, '');
  const counts = separators.map((separator) => ({ separator, count: unquoted.split(separator).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).separator;
}

const maxNameLength = 200;

/**
 * Returns the columns of a file: the cells of its first record; undefined for a column without a name, whose cells are
 * not read.
 */
export function toColumns(header: readonly string[]): readonly (string | undefined)[] {
  const columns = header.map((cell) => cell.trim() || undefined);
  const names = columns.filter((name) => name !== undefined);
  if (names.length === 0) throw fileFault('must begin with a row of column names');
  if (columns.length > fileLimits.columns) throw fileFault(`has more than ${fileLimits.columns} columns`);
  const long = names.find((name) => name.length > maxNameLength);
  if (long !== undefined) {
    throw fileFault(
      `has a column name of more than ${maxNameLength} characters: ${JSON.stringify(long.slice(0, 40))}…`,
    );
  }
  const repeated = names.find((name, place) => names.indexOf(name) !== place);
  if (repeated !== undefined) throw fileFault(`has the column ${JSON.stringify(repeated)} more than once`);
  return columns;
}
