import { fileFault, fileLimits } from '../model/file-record.js';
import { unescapeCharacters } from '../model/sheet-cell.js';
import { toLocalName, XmlParser } from './xml-parser.js';

const pageBytes = 4_194_304;
/** Limits on the texts of a workbook, which are in memory while the workbook is read. */
const limits = { bytes: 134_217_728, texts: 4_194_304 } as const;

/** Texts by number, stored as bytes outside of the heap. No text spans two pages. */
class TextTable {
  readonly #pages: Buffer[] = [];
  #starts = new Uint32Array(1024);
  #ends = new Uint32Array(1024);
  #used = pageBytes;
  count = 0;

  add(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.count >= limits.texts || this.#pages.length * pageBytes + length > limits.bytes + pageBytes) {
      throw fileFault('has too many texts for a workbook; split it, or save it as CSV');
    }
    if (this.#used + length > pageBytes) {
      this.#pages.push(Buffer.allocUnsafe(pageBytes));
      this.#used = 0;
    }
    if (this.count === this.#starts.length) this.#grow();
    const start = (this.#pages.length - 1) * pageBytes + this.#used;
    this.#pages.at(-1)?.write(text, this.#used);
    this.#starts[this.count] = start;
    this.#ends[this.count] = start + length;
    this.#used += length;
    this.count += 1;
  }

  get(index: number): string | undefined {
    const start = this.#starts[index];
    const end = this.#ends[index];
    if (index >= this.count || start === undefined || end === undefined) return undefined;
    const page = Math.floor(start / pageBytes);
    return this.#pages[page]?.toString('utf8', start - page * pageBytes, end - page * pageBytes);
  }

  #grow(): void {
    const enlarge = (old: Uint32Array<ArrayBuffer>) => {
      const larger = new Uint32Array(old.length * 2);
      larger.set(old);
      return larger;
    };
    this.#starts = enlarge(this.#starts);
    this.#ends = enlarge(this.#ends);
  }
}

/**
 * Texts of a workbook. Cells refer to them by number. Texts are read only as far as the cells need them. Programs write
 * them in the order of their first use, so the beginning of a sheet needs only a few.
 */
export class SharedStrings {
  readonly #table = new TextTable();
  readonly #parser: XmlParser;
  readonly #xml: AsyncGenerator<string>;
  #hasEnded = false;
  #isText = false;
  #phonetic = 0;
  #text = '';

  constructor(xml: AsyncGenerator<string>) {
    this.#xml = xml;
    this.#parser = new XmlParser({
      open: (name) => {
        const local = toLocalName(name);
        if (local === 'si') this.#text = '';
        // Skips pronunciation hints for Japanese texts.
        else if (local === 'rPh') this.#phonetic += 1;
        this.#isText = local === 't' && this.#phonetic === 0;
      },
      close: (name) => {
        const local = toLocalName(name);
        this.#isText = false;
        if (local === 'rPh') this.#phonetic -= 1;
        else if (local === 'si') this.#table.add(unescapeCharacters(this.#text));
      },
      text: (text) => {
        // Keeps one character more than allowed, so that the cell is refused as too long.
        if (this.#isText) this.#text = (this.#text + text).slice(0, fileLimits.cellLength + 1);
      },
    });
  }

  /** Reads the texts up to the one with this number. */
  async load(index: number): Promise<void> {
    while (!this.#hasEnded && this.#table.count <= index) {
      const { value, done } = await this.#xml.next();
      if (!done) this.#parser.write(value);
      else {
        this.#parser.end();
        this.#hasEnded = true;
      }
    }
  }

  /** Returns a text that has been read. Throws if no text has this number. */
  get(index: number): string {
    const text = this.#table.get(index);
    if (text === undefined) throw fileFault('is a damaged .xlsx file: a cell refers to a text that is missing');
    return text;
  }

  async close(): Promise<void> {
    await this.#xml.return(undefined);
  }
}
