import { fileFault, fileLimits, type Separator, separators } from './file-record.js';

/** Position of a text within a longer one. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the position of the header: the first line with a name, up to a line break outside of quotes. Returns
 * undefined if the text ends before the line break.
 */
export function findHeader(text: string): Span | undefined {
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) {
      if (/[^\s,;|]/.test(text.slice(start, at))) return { start, end: at };
      start = at + 1;
    }
  }
  return undefined;
}

/** Line above the header that sets the separator for spreadsheets. Spreadsheets don't show it as a row. */
export interface SeparatorLine {
  readonly separator: Separator;
  /** Length of the line in characters, with its line break. */
  readonly length: number;
}

/** Returns the first line if it is like `sep=;`. Throws if the separator in it isn't supported. */
export function findSeparatorLine(text: string): SeparatorLine | undefined {
  const [line, name] = /^"?sep=([^\r\n])"?(?:\r\n|\r|\n)/i.exec(text) ?? [];
  if (line === undefined) return undefined;
  const separator = separators.find((known) => known === name);
  if (separator !== undefined) return { separator, length: line.length };
  throw fileFault(`names the separator ${JSON.stringify(name)} in its first line: use a comma, ; | or a tab`);
}

/**
 * Returns the separator that occurs most often in the header, outside of quotes. Returns a comma if the header has no
 * separator, as in a file with one column.
 */
export function detectSeparator(header: string): Separator {
  const unquoted = header.replace(/"[^"]*"/g, '');
  const counts = separators.map((separator) => ({ separator, count: unquoted.split(separator).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).separator;
}

const maxNameLength = 200;
/** Maximum number of columns, with or without a name. Sheets are often saved with blank columns at their end. */
const maxWidth = 1000;

/** Makes the names unique. For example, the second column `Phone` becomes `Phone (2)`. */
function distinguish(names: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    if (name === undefined || !seen.has(name)) {
      if (name !== undefined) seen.add(name);
      return name;
    }
    let place = 2;
    while (taken.has(`${name} (${place})`)) place += 1;
    taken.add(`${name} (${place})`);
    return `${name} (${place})`;
  });
}

/**
 * Returns the columns of a table, which are the cells of its first row. A column without a name is undefined, and its
 * cells are not read.
 */
export function toColumns(header: readonly string[]): readonly (string | undefined)[] {
  const columns = header.map((cell) => cell.trim() || undefined);
  const names = columns.filter((name) => name !== undefined);
  if (names.length === 0) throw fileFault('must begin with a row of column names');
  const isWide = columns.findLastIndex((name) => name !== undefined) >= maxWidth;
  if (isWide || names.length > fileLimits.columns) throw fileFault(`has more than ${fileLimits.columns} columns`);
  const long = names.find((name) => name.length > maxNameLength);
  if (long !== undefined) {
    throw fileFault(
      `has a column name of more than ${maxNameLength} characters: ${JSON.stringify(long.slice(0, 40))}…`,
    );
  }
  return distinguish(columns.slice(0, maxWidth));
}
