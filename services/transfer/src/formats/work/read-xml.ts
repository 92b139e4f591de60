import sax from 'sax';
import { type FileRecord, fileFault, fileLimits } from '../model/file-record.js';

/** Names of the elements: one for the file, which is the resource, and one for each record in it. */
const recordElements = new Map([
  ['leads', 'lead'],
  ['units', 'unit'],
  ['properties', 'property'],
]);

const predefinedEntities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const doctypeMessage = 'has a DOCTYPE, which is not allowed: send the XML without it and without entities of its own';

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
  readonly #parser = sax.parser(true);
  readonly #root: string;
  readonly #recordElement: string;
  readonly #path: string[] = [];
  #record = new XmlRecord();
  #text = '';
  #count = 0;
  #attributes = 0;
  #ready: FileRecord[] = [];

  constructor(resource: string) {
    this.#root = resource;
    this.#recordElement = recordElements.get(resource) ?? '';
    const parser = this.#parser;
    parser.ENTITIES = Object.assign(Object.create(null), predefinedEntities);
    parser.onerror = (error) => {
      throw this.#toFault(error);
    };
    parser.ondoctype = () => {
      throw fileFault(doctypeMessage);
    };
    // The parser keeps attributes until the element's tag ends.
    parser.onattribute = () => {
      this.#attributes += 1;
      if (this.#attributes > fileLimits.columns) throw fileFault(`has an element with too many attributes`);
    };
    parser.onopentag = ({ name, attributes }) => this.#open(name, Object.entries(attributes));
    parser.onclosetag = () => this.#close();
    parser.ontext = (text) => this.#addText(text);
    parser.oncdata = (text) => this.#addText(text);
  }

  /** Returns the records that this piece of text completes. */
  write(piece: string): readonly FileRecord[] {
    this.#parser.write(piece);
    // Set while the declaration is read, however long it is.
    if (Reflect.get(this.#parser, 'doctype')) throw fileFault(doctypeMessage);
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  end(): void {
    this.#parser.close();
  }

  #toFault(error: Error): Error {
    const [reason = ''] = error.message.split('\n');
    if (/doctype/i.test(reason)) return fileFault(doctypeMessage);
    return fileFault(`is not well-formed XML in line ${this.#parser.line + 1}: ${reason.slice(0, 200)}`);
  }

  #open(name: string, attributes: readonly (readonly [string, unknown])[]): void {
    this.#assertPlace(name);
    if (this.#text.trim() !== '') this.#record.fault = `has text and elements side by side in ${this.#column()}`;
    this.#path.push(name);
    this.#text = '';
    this.#attributes = 0;
    if (this.#path.length === 2) {
      this.#count += 1;
      this.#record = new XmlRecord();
    }
    if (this.#path.length < 2) return;
    for (const [attribute, value] of attributes) this.#record.add(this.#column(attribute), String(value));
  }

  #assertPlace(name: string): void {
    const level = this.#path.length;
    const expected = level === 0 ? this.#root : level === 1 ? this.#recordElement : name;
    if (name !== expected) {
      const line = this.#parser.line + 1;
      throw fileFault(`has the element <${name.slice(0, 100)}> in line ${line} where <${expected}> is expected`);
    }
    if (level >= fileLimits.depth) throw fileFault(`has elements more than ${fileLimits.depth} levels deep`);
  }

  #close(): void {
    const text = this.#text.trim();
    this.#text = '';
    if (this.#path.length > 2 && text !== '') this.#record.add(this.#column(), text);
    if (this.#path.length === 2) {
      const { fault } = this.#record;
      this.#ready.push({ number: this.#count, values: this.#record.toValues(), ...(fault && { fault }) });
    }
    this.#path.pop();
  }

  #addText(text: string): void {
    if (this.#path.length > 2) this.#text += text;
    else if (text.trim() !== '') throw fileFault(`has text outside of elements in line ${this.#parser.line + 1}`);
    if (this.#text.length > fileLimits.recordLength) throw fileFault('has a record that is too large');
    if (text.includes('\0')) throw fileFault('has a NUL character');
  }

  #column(...attribute: readonly string[]): string {
    return [...this.#path.slice(2), ...attribute].join('.');
  }
}

/**
 * Reads the records of `<leads><lead><name>…</name><budget><min>…</min></budget></lead></leads>`. The column of a text
 * is the path of its element below the record, such as `budget.min`. An attribute counts as an element. A repeated
 * element has a list.
 */
export async function* readXml(text: AsyncIterable<string>, resource: string): AsyncGenerator<FileRecord> {
  const reader = new XmlReader(resource);
  for await (const piece of text) yield* reader.write(piece);
  reader.end();
}
