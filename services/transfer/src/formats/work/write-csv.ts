import { guardFormula } from '@plotline/kit/core/formula-guard';
import { isJsonObject } from '@plotline/kit/core/json-object';
import { stringify } from 'csv-stringify/sync';
import { formatList } from '../model/list-text.js';
import { formatNumber } from '../model/parse-number.js';

const byteOrderMark = '\uFEFF';

/**
 * Number of records that are written in one batch. Batches save time, because the writer reads its options at each
 * call.
 */
const batchSize = 200;

/** Returns the value at a path; undefined if there is none. */
export function readPath(record: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    record,
  );
}

/**
 * Formats a value as the text of a cell. Numbers need no guard against formulas, because even a negative number isn't a
 * formula.
 */
export function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return guardFormula(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return guardFormula(formatList(value));
  return guardFormula(JSON.stringify(value));
}

/** Formats lines of CSV (RFC 4180) from cells made by `formatCell`. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  // Some readers would end the record at any line break within a cell.
  return stringify([...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}

export interface CsvOptions {
  /** Whether the file begins with a byte order mark, by which Excel recognizes UTF-8. */
  readonly hasByteOrderMark?: boolean;
}

/** Writes CSV with a header from records as JSON texts. The columns are paths of fields, such as `budget.min`. */
export async function* writeCsv(
  records: AsyncIterable<string>,
  columns: readonly string[],
  { hasByteOrderMark = false }: CsvOptions = {},
): AsyncGenerator<string> {
  const paths = columns.map((column) => column.split('.'));
  yield (hasByteOrderMark ? byteOrderMark : '') + formatCsv([columns]);
  let rows: string[][] = [];
  for await (const text of records) {
    const record: unknown = JSON.parse(text);
    rows.push(paths.map((path) => formatCell(readPath(record, path))));
    if (rows.length < batchSize) continue;
    yield formatCsv(rows);
    rows = [];
  }
  if (rows.length > 0) yield formatCsv(rows);
}
