import { Problem } from '@plotline/kit/core/errors';
import type { ReadRecordsResponse } from '@plotline/protos/plotline/records/v1/records';
import { type WalkPosition, walkBegin } from '../../peers/record-reader.js';
import { type FeedProperty, toFeedProperty } from '../model/feed-unit.js';

/**
 * Maximum number of bytes of properties in memory. Most workspaces have fewer, so their properties are read only once.
 */
const maxBytes = 16_777_216;
/** Maximum number of properties. Only the position of each property is always in memory. */
const maxProperties = 100_000;

/** Position from which a property can be read again, and its size in a feed in bytes. */
interface Place {
  readonly page: number;
  readonly bytes: number;
}

/** Properties of a feed, all from one snapshot. They are kept as text, because parsed objects take more memory. */
export class FeedProperties {
  readonly #read: (position: WalkPosition) => Promise<ReadRecordsResponse>;
  readonly #places = new Map<string, Place>();
  /** Start of each page. */
  readonly #begins: string[] = [];
  /** Properties in memory. */
  readonly #texts = new Map<string, string>();
  #bytes = 0;
  #snapshot = '';

  private constructor(read: (position: WalkPosition) => Promise<ReadRecordsResponse>) {
    this.#read = read;
  }

  /** Finds all properties by reading their pages with `read`. */
  static async find(read: (position: WalkPosition) => Promise<ReadRecordsResponse>): Promise<FeedProperties> {
    const properties = new FeedProperties(read);
    await properties.#walk();
    return properties;
  }

  /** Name of the database state that the properties come from. */
  get snapshot(): string {
    return this.#snapshot;
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  /**
   * Loads as many of the properties with these ids as fit into memory, in the order of the ids. Drops other properties
   * to make room. Resolves to the number of loaded properties.
   */
  async load(ids: readonly string[]): Promise<number> {
    const needed = new Set<string>();
    let bytes = 0;
    let count = 0;
    for (const id of ids) {
      if (!needed.has(id)) bytes += this.#place(id).bytes;
      if (bytes > maxBytes && needed.size > 0) break;
      needed.add(id);
      count += 1;
    }
    await this.#loadAll(needed);
    return count;
  }

  /** Returns a loaded property. */
  get(id: string): FeedProperty {
    const text = this.#texts.get(id);
    if (text === undefined) throw new Error(`The property ${id} is not in memory.`);
    return JSON.parse(text);
  }

  #place(id: string): Place {
    const place = this.#places.get(id);
    if (!place) throw new Error(`There is no property ${id}.`);
    return place;
  }

  async #walk(): Promise<void> {
    let after = walkBegin.after;
    do {
      const page = this.#begins.push(after) - 1;
      const { texts, next } = await this.#readPage(page);
      for (const [id, text] of texts) {
        const bytes = Buffer.byteLength(text);
        this.#places.set(id, { page, bytes });
        if (this.#bytes + bytes <= maxBytes) this.#keep(id, text);
      }
      if (this.#places.size > maxProperties) {
        throw new Problem('PAYLOAD_TOO_LARGE', `The feed has more than ${maxProperties} properties.`);
      }
      after = next;
    } while (after !== '');
  }

  async #readPage(page: number) {
    const position = { after: this.#begins[page] ?? '', snapshot: this.#snapshot };
    const { records, next, snapshot } = await this.#read(position);
    this.#snapshot = snapshot;
    const texts = records.map((record): [string, string] => {
      const property = toFeedProperty(JSON.parse(record));
      return [property.id, JSON.stringify(property)];
    });
    return { texts, next };
  }

  async #loadAll(needed: ReadonlySet<string>): Promise<void> {
    const missing = new Set([...needed].filter((id) => !this.#texts.has(id)));
    const places = [...missing].map((id) => this.#place(id));
    const bytes = places.reduce((sum, place) => sum + place.bytes, 0);
    for (const id of this.#texts.keys()) {
      if (this.#bytes + bytes <= maxBytes) break;
      if (!needed.has(id)) this.#drop(id);
    }
    for (const page of new Set(places.map((place) => place.page))) {
      const { texts } = await this.#readPage(page);
      for (const [id, text] of texts) if (missing.has(id)) this.#keep(id, text);
    }
  }

  #keep(id: string, text: string): void {
    this.#texts.set(id, text);
    this.#bytes += this.#place(id).bytes;
  }

  #drop(id: string): void {
    this.#texts.delete(id);
    this.#bytes -= this.#place(id).bytes;
  }
}
