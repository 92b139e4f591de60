import { unguardFormula } from '@plotline/kit/core/formula-guard';
import { CsvError, type Parser, parse } from 'csv-parse';
import { detectSeparator, findHeader, findSeparatorLine, toColumns } from '../model/csv-header.js';
import { assertRowCount, type FileRecord, fileFault, fileLimits, type Separator } from '../model/file-record.js';
import { type Columns, isBlank, type TableRow, toTableRecord } from '../model/table-row.js';

/** CSV file whose header has been read. */
export interface CsvFile {
  readonly separator: Separator;
  readonly columns: readonly string[];
  readonly records: AsyncGenerator<FileRecord>;
}

/** Removes quotes that the parser keeps because spaces follow them, as in `"a, b" ,c`. */
function unquote(cell: string): string {
  if (!cell.startsWith('"')) return cell;
  const text = cell.trimEnd();
  return text.length > 1 && text.length < cell.length && text.endsWith('"') ? text.slice(1, -1) : cell;
}

/**
 * Makes the parser accept rows of any length. Otherwise it would create an error for each row of a different length,
 * even if nothing reports the error. That takes ten times as long as reading the row.
 */
function expectAnyLength(parser: Parser): Parser {
  const state: unknown = Reflect.get(parser, 'state');
  if (typeof state !== 'object' || state === null) return parser;
  const getLength = () => {
    const record: unknown = Reflect.get(state, 'record');
    return Array.isArray(record) ? record.length : undefined;
  };
  Object.defineProperty(state, 'expectedRecordLength', { get: getLength, set: () => undefined });
  return parser;
}

function createParser(separator: Separator, onRow: (row: TableRow) => void): Parser {
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Spreadsheets read a quote within a cell as a character. If the parser refused such a quote, it would lose its
    // position in the file.
    relax_quotes: true,
    // Spaces may precede the quotes of a cell.
    ltrim: true,
    skip_empty_lines: true,
    max_record_size: fileLimits.recordLength,
    on_record: (cells: string[], { records, empty_lines }) => {
      onRow({ number: records + empty_lines, cells: cells.map(unquote) });
      return null;
    },
  });
  return expectAnyLength(parser);
}

/** Describes the row after the last row that was read. */
function describeRow({ records, empty_lines }: Parser['info']): string {
  return `row ${records + empty_lines + 1}`;
}

function toFault(error: Error, { info }: Parser): Error {
  const record = describeRow(info);
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return fileFault(`has more than ${fileLimits.recordLength} characters in ${record}: is a quote not closed?`);
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return fileFault(`has a quote in ${record} that is not closed`);
  return fileFault(`cannot be read as CSV at ${record}`);
}

/** Yields the rows without blank ones, starting with the header. The parser keeps only one row and a piece of text. */
async function* readRows(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<TableRow> {
  let ready: TableRow[] = [];
  const parser = createParser(separator, (row) => {
    if (!isBlank(row)) ready.push(row);
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
  // Empty cells don't count towards the size of a record, so the length of a line of separators is limited here.
  let line = 0;
  let lineLength = 0;
  try {
    for await (const piece of text) {
      failure = await new Promise<Error | null | undefined>((resolve) => parser.write(piece, resolve));
      yield* take();
      if (failure) throw toFault(failure, parser);
      assertRowCount(parser.info.records + parser.info.empty_lines);
      lineLength = parser.info.lines === line ? lineLength + piece.length : 0;
      line = parser.info.lines;
      if (lineLength > 2 * fileLimits.recordLength)
        throw fileFault(`has too many cells in ${describeRow(parser.info)}`);
    }
    await new Promise<void>((resolve) => {
      parser.once('close', resolve);
      parser.end();
    });
    yield* take();
    if (failure) throw toFault(failure, parser);
  } finally {
    parser.destroy();
  }
}

async function* toRecords(columns: Columns, rest: AsyncGenerator<TableRow>): AsyncGenerator<FileRecord> {
  for await (const { number, cells } of rest) {
    yield toTableRecord(columns, { number, cells: cells.map(unguardFormula) });
  }
}

/**
 * Returns the text after a line that sets the separator. The text contains as much of the header as is needed to detect
 * the separator.
 */
async function readHead(text: AsyncIterable<string>) {
  const iterator = text[Symbol.asyncIterator]();
  let head = '';
  const findEnd = () => findHeader(head.slice(findSeparatorLine(head)?.length));
  while (!findEnd() && head.length < fileLimits.recordLength) {
    const { value, done } = await iterator.next();
    if (done) break;
    head += value;
  }
  const line = findSeparatorLine(head);
  const rest = head.slice(line?.length);
  async function* readAll(): AsyncGenerator<string> {
    yield rest;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const { start, end } = findHeader(rest) ?? { start: 0 };
  return { named: line?.separator, header: rest.slice(start, end), all: readAll() };
}

/** Reads the header, and detects the separator if neither the caller nor the file specifies it. Skips blank rows. */
export async function openCsv(text: AsyncIterable<string>, given?: Separator): Promise<CsvFile> {
  const { named, header, all } = await readHead(text);
  const separator = given ?? named ?? detectSeparator(header);
  const rows = readRows(all, separator);
  const { value, done } = await rows.next();
  const columns = toColumns(done ? [] : value.cells);
  return { separator, columns: columns.filter((name) => name !== undefined), records: toRecords(columns, rows) };
}
