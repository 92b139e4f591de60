import { CsvError, type Parser, parse } from 'csv-parse';
import { detectSeparator, findHeaderEnd, toColumns } from '../model/csv-header.js';
import { type FileRecord, fileFault, fileLimits, type Separator } from '../model/file-record.js';
import { unguardFormula } from '../model/formula-guard.js';

/** CSV file whose header has been read. */
export interface CsvFile {
  readonly separator: Separator;
  readonly columns: readonly string[];
  readonly records: AsyncGenerator<FileRecord>;
}

function createParser(separator: Separator, onRecord: (cells: readonly string[]) => void): Parser {
  return parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote within a cell is a character of it, as spreadsheets read it. If it were refused, the position in the file
    // would be lost.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: fileLimits.recordLength,
    on_record: (cells: string[]) => {
      onRecord(cells);
      return null;
    },
  });
}

function describeRecord(number: number): string {
  return number === 0 ? 'the header' : `record ${number}`;
}

function toFault(error: Error, number: number): Error {
  const record = describeRecord(number);
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return fileFault(`has more than ${fileLimits.recordLength} characters in ${record}: is a quote not closed?`);
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return fileFault(`has a quote in ${record} that is not closed`);
  return fileFault(`cannot be read as CSV at ${record}`);
}

/** Yields records as lists of cells, the header first. The parser keeps only a piece of text and one record. */
async function* readCells(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<readonly string[]> {
  let ready: (readonly string[])[] = [];
  let count = 0;
  const parser = createParser(separator, (cells) => {
    count += 1;
    ready.push(cells);
  }).resume();
  let failure: Error | null | undefined;
  parser.once('error', (error) => {
    failure = error;
  });
  const take = () => {
    const taken = ready;
    ready = [];
    return taken;
  };
  // Empty cells don't count for the size of a record, so a line of separators is bounded here.
  let line = 0;
  let lineLength = 0;
  try {
    for await (const piece of text) {
      failure = await new Promise<Error | null | undefined>((resolve) => parser.write(piece, resolve));
      yield* take();
      if (failure) throw toFault(failure, count);
      lineLength = parser.info.lines === line ? lineLength + piece.length : 0;
      line = parser.info.lines;
      if (lineLength > 2 * fileLimits.recordLength) throw fileFault(`has too many cells in ${describeRecord(count)}`);
    }
    await new Promise<void>((resolve) => {
      parser.once('close', resolve);
      parser.end();
    });
    yield* take();
    if (failure) throw toFault(failure, count);
  } finally {
    parser.destroy();
  }
}

function toRecord(number: number, columns: readonly (string | undefined)[], cells: readonly string[]): FileRecord {
  const values: Record<string, string> = Object.fromEntries(
    columns.flatMap((column, place) => {
      const cell = cells[place];
      return column === undefined || cell === undefined ? [] : [[column, unguardFormula(cell)]];
    }),
  );
  const isExtended = cells.slice(columns.length).some((cell) => cell !== '');
  if (isExtended || cells.length < columns.length) {
    return { number, values, fault: `has ${cells.length} cells, the header has ${columns.length}` };
  }
  const long = columns.find((_, place) => (cells[place]?.length ?? 0) > fileLimits.cellLength);
  if (long === undefined) return { number, values };
  const cut = Object.fromEntries(Object.entries(values).map(([column, cell]) => [column, cell.slice(0, 1000)]));
  return { number, values: cut, fault: `has more than ${fileLimits.cellLength} characters in the column ${long}` };
}

async function* toRecords(
  columns: readonly (string | undefined)[],
  rest: AsyncGenerator<readonly string[]>,
): AsyncGenerator<FileRecord> {
  let number = 0;
  for await (const cells of rest) {
    number += 1;
    yield toRecord(number, columns, cells);
  }
}

/** Returns the text from its beginning, and its first record as far as needed to find the separator. */
async function readHeaderText(text: AsyncIterable<string>) {
  const iterator = text[Symbol.asyncIterator]();
  let head = '';
  while (findHeaderEnd(head) < 0 && head.length < fileLimits.recordLength) {
    const { value, done } = await iterator.next();
    if (done) break;
    head += value;
  }
  async function* readAll(): AsyncGenerator<string> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const end = findHeaderEnd(head);
  return { header: end < 0 ? head : head.slice(0, end), all: readAll() };
}

/** Reads the header, and detects the separator when none is given. Skips rows of empty cells. */
export async function openCsv(text: AsyncIterable<string>, given?: Separator): Promise<CsvFile> {
  const { header, all } = await readHeaderText(text);
  const separator = given ?? detectSeparator(header);
  const cells = readCells(all, separator);
  const { value, done } = await cells.next();
  const columns = toColumns(done ? [] : value);
  return { separator, columns: columns.filter((name) => name !== undefined), records: toRecords(columns, cells) };
}
