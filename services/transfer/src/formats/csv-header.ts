import { fileFault, fileLimits } from './file-record.js';

const maxNameLength = 200;

/** The columns of a file: the cells of its first record; undefined for one without a name, whose cells are not read. */
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
