import { Readable } from 'node:stream';
import { Problem } from '@plotline/kit/core/errors';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { findEncoding, findXmlCharset } from '../model/charset.js';
import { fileFault } from '../model/file-record.js';
import { decodeText } from './decode-text.js';
import { peek } from './peek.js';

/** File that can be read from any position. */
export interface FileSource {
  readonly size: number;
  /** Reads the bytes from `start` to `end`, both inclusive. */
  readonly read: (range: { readonly start: number; readonly end: number }) => AsyncIterable<Buffer>;
}

/** Returns a file in memory. */
export function createBufferSource(content: Buffer): FileSource {
  return { size: content.length, read: ({ start, end }) => Readable.from([content.subarray(start, end + 1)]) };
}

/** Maximum number of entries in an archive. A workbook has a few for each sheet and picture. */
const maxEntries = 10_000;
const headLength = 1024;

/**
 * Maximum ratio of unpacked to packed size, for parts above this size, as in Apache POI. Ordinary sheets unpack to 5 to
 * 30 times their size. Without the limit, a file of one MiB could unpack to a GiB, and reading it would take minutes.
 */
const maxRatio = { from: 16_777_216, times: 100 } as const;

/** Number of bytes to read in one request. The number is large because each read from a file store is a request. */
const windowBytes = 65_536;

class SourceReader extends RandomAccessReader {
  readonly #source: FileSource;
  /** Most recently read part of the file. */
  #window = { start: 0, bytes: Buffer.alloc(0) };

  constructor(source: FileSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(end > start ? this.#source.read({ start, end: end - 1 }) : [], { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#read(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(bytes.length === length ? null : new Error('The file ends too early.'));
      },
      (error: Error) => callback(error),
    );
  }

  async #read(start: number, length: number): Promise<Buffer> {
    const { start: from, bytes } = this.#window;
    if (start < from || start + length > from + bytes.length) {
      const end = Math.min(this.#source.size, start + Math.max(length, windowBytes));
      const chunks: Buffer[] = [];
      if (end > start) for await (const chunk of this.#source.read({ start, end: end - 1 })) chunks.push(chunk);
      this.#window = { start, bytes: Buffer.concat(chunks) };
    }
    const begin = start - this.#window.start;
    return this.#window.bytes.subarray(begin, begin + length);
  }
}

/** Converts an error of the archive. Returns errors of the source, such as an outage of the file store, unchanged. */
function toFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem || error.name === 'AbortError') return error;
  const code: unknown = Reflect.get(error, 'code');
  const isOfArchive = code === undefined || String(code).startsWith('Z_');
  return isOfArchive ? fileFault(`is a damaged .xlsx file: ${error.message.slice(0, 200)}`) : error;
}

/** ZIP archive whose entries are read one at a time. */
export class ZipArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Opens an archive by reading the directory at its end. The caller closes the archive. */
  static async open(source: FileSource): Promise<ZipArchive> {
    const entries = new Map<string, Entry>();
    let zip: ZipFile | undefined;
    try {
      zip = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
        autoClose: false,
        lazyEntries: true,
      });
      if (zip.entryCount > maxEntries) throw fileFault(`has more than ${maxEntries} files in its archive`);
      for await (const entry of zip.eachEntry()) {
        const name = entry.fileName.toLowerCase();
        // If an archive has an entry twice, some programs read the first one and others the last, so they would see
        // different content.
        if (entries.has(name)) throw fileFault(`has the file ${entry.fileName.slice(0, 100)} twice in its archive`);
        entries.set(name, entry);
      }
    } catch (error) {
      zip?.close();
      throw toFault(error);
    }
    return new ZipArchive(zip, entries);
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /**
   * Reads an XML file of the archive as text. Throws if the file is larger than `maxBytes`, even if the ZIP directory
   * gives a smaller size.
   */
  async *readXml(name: string, maxBytes: number): AsyncGenerator<string> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) throw fileFault(`is a damaged .xlsx file: it has no ${name.slice(0, 100)}`);
    const bytes = this.#inflate(entry, maxBytes);
    try {
      const { head, all } = await peek(bytes, headLength);
      yield* decodeText(all, findEncoding(head, findXmlCharset(head)), 'application/xml');
    } finally {
      await bytes.return(undefined);
    }
  }

  close(): void {
    this.#zip.close();
  }

  async *#inflate(entry: Entry, maxBytes: number): AsyncGenerator<Buffer> {
    const tooLarge = () =>
      fileFault(
        `has more than ${maxBytes / 1_048_576} MiB in ${entry.fileName.slice(0, 100)}; split it, or save it as CSV`,
      );
    const mayUnpackTo = Math.max(maxRatio.from, entry.compressedSize * maxRatio.times);
    if (entry.uncompressedSize > maxBytes) throw tooLarge();
    if (entry.isEncrypted()) throw fileFault('is protected by a password: save it without one');
    let stream: Readable | undefined;
    let size = 0;
    try {
      stream = await this.#zip.openReadStreamPromise(entry);
      for await (const chunk of stream) {
        size += chunk.length;
        if (size > maxBytes) throw tooLarge();
        if (size > mayUnpackTo) {
          throw fileFault(
            `unpacks to more than ${maxRatio.times} times its size in ${entry.fileName.slice(0, 100)}; save it again in a spreadsheet program, or as CSV`,
          );
        }
        yield chunk;
      }
    } catch (error) {
      throw toFault(error);
    } finally {
      stream?.destroy();
    }
  }
}
