import { assertRowCount, type FileRecord, fileFault, fileLimits } from '../model/file-record.js';
import { parseJsonRecord, type RecordText } from '../model/json-record.js';

/**
 * Splits JSON into the texts of its items without parsing them. The items are in one array, or follow each other as
 * objects. Keeps one item of limited length in memory.
 */
class ItemSplitter {
  readonly #isArray: boolean;
  #hasEnded = false;
  #isString = false;
  #isEscaped = false;
  #depth = 0;
  #item = '';
  #isTooLong = false;
  #ready: RecordText[] = [];
  #count = 0;

  constructor(isArray: boolean) {
    this.#isArray = isArray;
  }

  /** Returns the items that this piece of text completes. */
  write(piece: string): readonly RecordText[] {
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece.charAt(at);
      if (this.#isString) this.#readString(character);
      else if (this.#hasEnded) this.#assertBlank(character);
      else {
        const isIncluded = this.#read(character);
        if (isIncluded === undefined) continue;
        this.#keep(piece.slice(start, isIncluded ? at + 1 : at));
        this.#complete(character);
        start = at + 1;
      }
    }
    if (!this.#hasEnded) this.#keep(piece.slice(start));
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** Throws when the text ended within an item, or within the array. */
  end(): void {
    const isOpen = this.#depth > 0 || this.#isString || (this.#isArray && !this.#hasEnded);
    if (isOpen || this.#isTooLong || this.#item.trim() !== '') {
      throw fileFault(`is not complete JSON: it ends within or after record ${this.#count + 1}`);
    }
  }

  #readString(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') this.#isString = false;
  }

  #assertBlank(character: string): void {
    if (character.trim() !== '') throw fileFault('has text after the end of its JSON array');
  }

  /** Returns whether an item that ends here includes this character; undefined when no item ends here. */
  #read(character: string): boolean | undefined {
    switch (character) {
      case '"':
        this.#isString = true;
        return undefined;
      case '{':
      case '[':
        this.#depth += 1;
        return undefined;
      case ']':
      case '}':
        return this.#close(character);
      case ',':
        return this.#depth === 0 ? false : undefined;
      default:
        return undefined;
    }
  }

  #close(character: string): boolean | undefined {
    if (this.#depth > 0) {
      this.#depth -= 1;
      return this.#depth === 0 && !this.#isArray ? true : undefined;
    }
    if (!this.#isArray || character !== ']') {
      throw fileFault(`has a ${character} without its beginning after record ${this.#count}`);
    }
    this.#hasEnded = true;
    return false;
  }

  #keep(text: string): void {
    this.#isTooLong ||= this.#item.length + text.length > fileLimits.recordLength;
    this.#item = this.#isTooLong ? '' : this.#item + text;
  }

  #complete(character: string): void {
    const text = this.#item;
    const isBlank = !this.#isTooLong && text.trim() === '';
    // Commas are allowed between objects, and one after the last item.
    if (!isBlank || (this.#isArray && character === ',')) {
      this.#ready.push(this.#isTooLong ? null : text);
      this.#count += 1;
      assertRowCount(this.#count);
    }
    this.#item = '';
    this.#isTooLong = false;
  }
}

/**
 * Reads objects that follow each other, or that are items of one JSON array whose opening bracket was already read. An
 * invalid item is only an error in its own record, unless its brackets don't match.
 */
export async function* readJsonItems(text: AsyncIterable<string>, isArray: boolean): AsyncGenerator<FileRecord> {
  const splitter = new ItemSplitter(isArray);
  let number = 0;
  for await (const piece of text) {
    for (const item of splitter.write(piece)) {
      number += 1;
      yield { number, ...parseJsonRecord(item, 'every item') };
    }
  }
  splitter.end();
}
