import { fileFault, fileLimits } from '../model/file-record.js';
import { findColumn, formatSerial, formatSheetNumber, unescapeCharacters } from '../model/sheet-cell.js';
import { isBlank, type TableRow } from '../model/table-row.js';
import type { Workbook } from './read-workbook.js';
import type { SharedStrings } from './shared-strings.js';
import { toLocalName, XmlParser } from './xml-parser.js';

/** Index to which all columns further to the right are mapped, because a header can't have that many. */
const maxColumn = 1000;
/** Maximum characters of all cells together. A few bytes of a cell can refer to a long text. */
const maxTextLength = 1_073_741_824;
const maxRows = 1_048_576;

/** Cell as it is in the file. Its text may still have to be read from the workbook. */
interface RawCell {
  column: number;
  type: string;
  isDate: boolean;
  value: string;
  isFormula: boolean;
}

interface RawRow {
  readonly number: number;
  readonly cells: RawCell[];
}

type Format = Pick<Workbook, 'calendar' | 'dateStyles'>;

class SheetParser {
  readonly #parser: XmlParser;
  readonly #format: Format;
  #rows: RawRow[] = [];
  #row: RawRow | undefined;
  #cell: RawCell | undefined;
  #isValue = false;
  #phonetic = 0;
  #number = 0;
  #column = 0;
  #length = 0;

  constructor(format: Format) {
    this.#format = format;
    this.#parser = new XmlParser({
      open: (name, attributes) => this.#open(toLocalName(name), attributes),
      close: (name) => this.#close(toLocalName(name)),
      text: (text) => this.#addText(text),
    });
  }

  /** Returns the rows that this piece completes. */
  write(piece: string): readonly RawRow[] {
    this.#parser.write(piece);
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    this.#parser.end();
  }

  #open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'row') this.#beginRow(attributes.get('r'));
    else if (name === 'c' && this.#row) this.#beginCell(this.#row, attributes);
    else if (name === 'rPh') this.#phonetic += 1;
    else if (name === 'f' && this.#cell) this.#cell.isFormula = true;
    this.#isValue = name === 'v' || (name === 't' && this.#phonetic === 0);
  }

  #beginRow(reference: string | undefined): void {
    const number = reference === undefined ? this.#number + 1 : Number(reference);
    if (number > maxRows) throw fileFault(`has more than ${maxRows} rows in its sheet`);
    if (!Number.isInteger(number) || number <= this.#number) {
      throw fileFault(
        `is a damaged .xlsx file: row ${this.#number} is followed by row ${String(reference).slice(0, 20)}`,
      );
    }
    this.#number = number;
    this.#column = 0;
    this.#length = 0;
    this.#row = { number, cells: [] };
  }

  #beginCell(row: RawRow, attributes: ReadonlyMap<string, string>): void {
    const column = findColumn(attributes.get('r') ?? '') ?? this.#column;
    this.#column = column + 1;
    const isDate = this.#format.dateStyles[Number(attributes.get('s') ?? 0)] ?? false;
    this.#cell = {
      column: Math.min(column, maxColumn),
      type: attributes.get('t') ?? 'n',
      isDate,
      value: '',
      isFormula: false,
    };
    // Refuses a row with too many cells before they are stored.
    if (row.cells.length > maxColumn) throw fileFault(`has too many cells in row ${row.number}`);
  }

  #addText(text: string): void {
    const cell = this.#cell;
    if (!cell || !this.#isValue) return;
    this.#length += text.length;
    if (this.#length > fileLimits.recordLength) {
      throw fileFault(`has more than ${fileLimits.recordLength} characters in row ${this.#number}`);
    }
    cell.value += text;
  }

  #close(name: string): void {
    this.#isValue = false;
    if (name === 'rPh') this.#phonetic -= 1;
    if (name === 'c' && this.#row && this.#cell) {
      if (this.#cell.value !== '' || this.#cell.isFormula) this.#row.cells.push(this.#cell);
      this.#cell = undefined;
    }
    if (name === 'row' && this.#row) {
      if (this.#row.cells.length > 0) this.#rows.push(this.#row);
      this.#row = undefined;
    }
  }
}

function formatNumberCell(value: string, { isDate }: RawCell, { calendar }: Format): string {
  const text = value.trim();
  return (isDate ? formatSerial(Number(text), calendar) : undefined) ?? formatSheetNumber(text);
}

function formatCell(cell: RawCell, format: Format, strings: SharedStrings | undefined): string {
  const { type, value } = cell;
  switch (type) {
    case 's':
      return strings?.get(Number(value)) ?? '';
    case 'str':
    case 'inlineStr':
      return unescapeCharacters(value);
    case 'b':
      return value.trim() === '1' ? 'true' : 'false';
    // An error such as #N/A means that the cell has no value.
    case 'e':
      return '';
    case 'd':
      return value.trim();
    default:
      return value === '' ? '' : formatNumberCell(value, cell, format);
  }
}

function toTableRow({ number, cells: raw }: RawRow, format: Format, strings: SharedStrings | undefined): TableRow {
  const cells: string[] = [];
  let length = 0;
  for (const cell of raw) {
    const text = formatCell(cell, format, strings);
    length += text.length;
    if (length > fileLimits.recordLength) {
      throw fileFault(`has more than ${fileLimits.recordLength} characters in row ${number}`);
    }
    while (cells.length < cell.column) cells.push('');
    cells[cell.column] = text;
  }
  const formula = raw.find(({ isFormula, type, value }) => isFormula && value === '' && type !== 'str');
  if (!formula) return { number, cells };
  const fault = `has a formula without its result in column ${formula.column + 1}; open the file in a spreadsheet program and save it`;
  return { number, cells, fault };
}

/** Yields the rows of a sheet from its XML, without blank ones. */
export async function* readSheet(
  xml: AsyncGenerator<string>,
  format: Format,
  strings: SharedStrings | undefined,
): AsyncGenerator<TableRow> {
  const parser = new SheetParser(format);
  let length = 0;
  for await (const piece of xml) {
    for (const raw of parser.write(piece)) {
      const texts = raw.cells.filter(({ type }) => type === 's').map(({ value }) => Number(value));
      await strings?.load(Math.max(...texts));
      const row = toTableRow(raw, format, strings);
      length += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (length > maxTextLength) throw fileFault('has too much text in its cells; split it, or save it as CSV');
      if (!isBlank(row) || row.fault !== undefined) yield row;
    }
  }
  parser.end();
}
