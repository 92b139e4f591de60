/** The bytes `start` to `end`, both included, from 0; without an end, up to the last. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface StoredFile {
  readonly size: number;
  /** Of the content, in hexadecimal. */
  readonly sha256: string;
}

export interface PutOptions {
  /** More is refused with PAYLOAD_TOO_LARGE, and nothing is stored. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface ReadOptions {
  readonly range?: ByteRange;
  readonly signal?: AbortSignal;
}

/**
 * Files by id, written and read as streams. A file is there when `put` has ended, whole, and not before; it never changes. An id
 * is that of the record that it belongs to, such as `imp_…`, and may end in a word, as in `imp_….errors`.
 */
export interface FileStore {
  /** Stores the content, in place of what the id had before. */
  readonly put: (id: string, content: AsyncIterable<Buffer>, options: PutOptions) => Promise<StoredFile>;
  /** Its content; ends early, and releases what it holds, when the reader stops. Throws NOT_FOUND when there is no such file. */
  readonly read: (id: string, options?: ReadOptions) => AsyncGenerator<Buffer>;
  /** Bytes; undefined when there is no such file. */
  readonly size: (id: string) => Promise<number | undefined>;
  /** Succeeds also when there is none. */
  readonly remove: (id: string) => Promise<void>;
  /** Ids of files that were stored before this time, in no order. */
  readonly listOlder: (before: Date) => AsyncGenerator<string>;
}
