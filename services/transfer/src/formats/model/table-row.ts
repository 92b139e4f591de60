import { type FileRecord, fileLimits } from './file-record.js';

/** Row of a table, such as CSV. */
export interface TableRow {
  /** Number of the row as a spreadsheet shows it: the first row is 1, and blank rows count. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Reason why the row can't be used. */
  readonly fault?: string;
}

export type Columns = readonly (string | undefined)[];

export function isBlank({ cells }: Pick<TableRow, 'cells'>): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/**
 * Converts a row to a record. Cells that are missing at the end of the row are blank, but more cells than columns are
 * an error.
 */
export function toTableRecord(columns: Columns, { number, cells, fault: given }: TableRow): FileRecord {
  const isLong = (cell: string, place: number) => cell.length > fileLimits.cellLength && columns[place] !== undefined;
  const toValues = (maxLength?: number): Record<string, string> =>
    Object.fromEntries(
      cells.flatMap((cell, place) => {
        const column = columns[place];
        return column === undefined ? [] : [[column, cell.slice(0, maxLength)]];
      }),
    );
  if (given !== undefined) return { number, values: toValues(), fault: given };
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (filled > columns.length) {
    const advice = 'put quotes around a cell that contains the separator';
    const fault = `has ${filled} cells, the header has ${columns.length}; ${advice}`;
    return { number, values: toValues(), fault };
  }
  const long = columns[cells.findIndex(isLong)];
  if (long === undefined) return { number, values: toValues() };
  const fault = `has more than ${fileLimits.cellLength} characters in the column ${long}`;
  return { number, values: toValues(1000), fault };
}
