import { assertRowCount, type FileRecord, fileFault, fileLimits } from '../model/file-record.js';
import { toKyeroValues } from '../model/kyero-record.js';
import { XmlParser } from './xml-parser.js';

/** Names of the elements: one for the file, which is the resource, and one for each record in it. */
const recordElements = new Map([
  ['leads', 'lead'],
  ['units', 'unit'],
  ['properties', 'property'],
]);

/** Texts of the current record, by the path of their element. */
class XmlRecord {
  readonly texts = new Map<string, string[]>();
  fault: string | undefined;
  #length = 0;

  add(path: string, text: string): void {
    this.#length += path.length + text.length;
    const texts = this.texts.get(path);
    if (texts) texts.push(text);
    else this.texts.set(path, [text]);
    if (text.length > fileLimits.cellLength) {
      throw fileFault(`has more than ${fileLimits.cellLength} characters in the element ${path}`);
    }
    if (this.texts.size > fileLimits.columns || this.#length > fileLimits.recordLength) {
      throw fileFault('has a record that is too large');
    }
  }

  toValues(): Record<string, string | readonly string[]> {
    return Object.fromEntries(
      [...this.texts].map(([path, texts]) => [path, texts.length === 1 ? texts.join() : texts]),
    );
  }
}

class XmlReader {
  readonly #parser: XmlParser;
  readonly #expected: string;
  readonly #recordElement: string;
  readonly #path: string[] = [];
  #isKyero = false;
  #record = new XmlRecord();
  #text = '';
  #count = 0;
  #ready: FileRecord[] = [];

  constructor(resource: string) {
    this.#expected = resource;
    this.#recordElement = recordElements.get(resource) ?? '';
    this.#parser = new XmlParser({
      open: (name, attributes) => this.#open(name, attributes),
      close: () => this.#close(),
      text: (text) => this.#addText(text),
    });
  }

  /** Returns the records that this piece of text completes. */
  write(piece: string): readonly FileRecord[] {
    this.#parser.write(piece);
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  end(): void {
    this.#parser.end();
  }

  #open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#assertPlace(name);
    if (this.#text.trim() !== '') this.#record.fault = `has text and elements side by side in ${this.#column()}`;
    this.#path.push(name);
    this.#text = '';
    if (this.#path.length === 2) this.#record = new XmlRecord();
    if (this.#path.length < 2) return;
    for (const [attribute, value] of attributes) this.#record.add(this.#column(attribute), value);
  }

  /** In Kyero's format, the root and the records have the same names for every imported resource. */
  #assertPlace(name: string): void {
    const level = this.#path.length;
    if (level === 0) this.#isKyero = name === 'root' && this.#expected !== 'leads';
    if (this.#isKyero && (level !== 1 || name === 'kyero' || name === 'agent')) return;
    const record = this.#isKyero ? 'property' : this.#recordElement;
    const expected = level === 0 ? this.#expected : level === 1 ? record : name;
    if (name === expected) return;
    const line = this.#parser.line;
    throw fileFault(`has the element <${name.slice(0, 100)}> in line ${line} where <${expected}> is expected`);
  }

  #close(): void {
    const text = this.#text.trim();
    this.#text = '';
    if (this.#path.length > 2 && text !== '') this.#record.add(this.#column(), text);
    if (this.#path.length === 2 && this.#path[1] === this.#recordName()) this.#complete();
    this.#path.pop();
  }

  #recordName(): string {
    return this.#isKyero ? 'property' : this.#recordElement;
  }

  #complete(): void {
    const { fault } = this.#record;
    const values = this.#record.toValues();
    this.#count += 1;
    assertRowCount(this.#count);
    const read = this.#isKyero ? toKyeroValues(this.#expected, values) : { values };
    this.#ready.push({ number: this.#count, ...read, ...(fault && { fault }) });
  }

  #addText(text: string): void {
    if (this.#path.length > 2) this.#text += text;
    else if (text.trim() !== '') throw fileFault(`has text outside of elements in line ${this.#parser.line}`);
    if (this.#text.length > fileLimits.recordLength) throw fileFault('has a record that is too large');
    if (text.includes('\0')) throw fileFault('has a NUL character');
  }

  #column(...attribute: readonly string[]): string {
    return [...this.#path.slice(2), ...attribute].join('.');
  }
}

/**
 * Reads the records of `<leads><lead><name>…</name><budget><min>…</min></budget></lead></leads>`. The column of a text
 * is the path of its element below the record, such as `budget.min`. Attributes are read like elements. A repeated
 * element becomes a list. Units and properties may also be in Kyero's format.
 */
export async function* readXml(text: AsyncIterable<string>, resource: string): AsyncGenerator<FileRecord> {
  const reader = new XmlReader(resource);
  for await (const piece of text) yield* reader.write(piece);
  reader.end();
}
