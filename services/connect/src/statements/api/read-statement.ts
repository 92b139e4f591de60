import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import { parse } from 'csv-parse/sync';
import { type DateOrder, type NumberFormat, readAmount, readDay } from '../model/read-cells.js';

/** Statement in the request body. */
export interface StatementBody {
  readonly csv: string;
  readonly currency: string;
  readonly columns: { readonly date: string; readonly amount: string; readonly text: string };
  readonly number_format: NumberFormat;
  readonly date_order: DateOrder;
}

/** Amount received or paid, in one row of the statement. */
export interface StatementRow {
  /** Row number in the file. It starts at 2, because the header is row 1. */
  readonly row: number;
  readonly date: string;
  readonly amount: number;
  readonly text: string;
}

const maxRows = 2_000;
const maxTextLength = 500;
const maxFaults = 20;

/** Returns the header's separator: the character that occurs most often. */
function findSeparator(csv: string): string {
  const [header = ''] = csv.split(/\r?\n/, 1);
  const counted = [',', ';', '\t'].map((separator) => ({ separator, count: header.split(separator).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).separator;
}

function parseRows(csv: string): readonly (readonly string[])[] {
  try {
    const options = { bom: true, delimiter: findSeparator(csv), relax_column_count: true, relax_quotes: true } as const;
    return parse(csv, { ...options, skip_empty_lines: true, trim: true, to: maxRows + 2 });
  } catch {
    throw invalid({ field: 'csv', message: 'is not a CSV file' });
  }
}

/**
 * Reads the rows of a statement. Throws a VALIDATION_ERROR that describes the first invalid rows. A payment can't be
 * dated after `today`.
 */
export function readStatement(
  { csv, columns, number_format, date_order }: StatementBody,
  today: string,
): StatementRow[] {
  const [header = [], ...rows] = parseRows(csv);
  if (rows.length > maxRows) throw invalid({ field: 'csv', message: `must have at most ${maxRows} rows` });
  const names = ['date', 'amount', 'text'] as const;
  const places = names.map((name) => header.findIndex((cell) => cell.toLowerCase() === columns[name].toLowerCase()));
  const missing = names.filter((_name, place) => places[place] === -1);
  const toFault = (name: string): ProblemDetail => ({
    field: `columns.${name}`,
    message: `must be a column of the file, which are: ${header.join(', ').slice(0, 300)}`,
  });
  if (missing.length > 0) throw invalid(...missing.map(toFault));
  const [datePlace = 0, amountPlace = 0, textPlace = 0] = places;
  const faults: ProblemDetail[] = [];
  const read = rows.flatMap((cells, index): StatementRow[] => {
    const date = readDay(cells[datePlace] ?? '', date_order);
    const amount = readAmount(cells[amountPlace] ?? '', number_format);
    const row = index + 2;
    const fault = (message: string) => faults.push({ field: `csv[${row}]`, message });
    if (date === null) fault('has no valid date; set date_order to the order of day and month');
    if (amount === null) fault('has no valid amount; set number_format to the decimal separator');
    if (date === null || amount === null) return [];
    if (amount > 0 && date > today) fault(`has money received after today, which is ${today}`);
    return [{ row, date, amount, text: (cells[textPlace] ?? '').slice(0, maxTextLength) }];
  });
  if (faults.length > 0) throw invalid(...faults.slice(0, maxFaults));
  return read;
}
