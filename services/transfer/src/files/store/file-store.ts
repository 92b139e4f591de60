/** Bytes from `start` to `end`, both inclusive, counted from 0. Without `end`, the range ends with the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface StoredFile {
  readonly size: number;
  /** Hash of the content, in hexadecimal. */
  readonly sha256: string;
}

/** Stored file for a client. The hash is its entity tag. */
export interface SentFile extends StoredFile {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PutOptions {
  /** Maximum size in bytes. Larger content is refused with PAYLOAD_TOO_LARGE, and nothing is stored. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface ReadOptions {
  readonly range?: ByteRange;
  readonly signal?: AbortSignal;
}

/**
 * Files by id, written and read as streams. A file becomes visible when `put` has ended, and is complete then. It never
 * changes. Its id starts with the id of the record that it belongs to, such as `imp_…`. The id may end with a word, as
 * in `imp_….errors`.
 */
export interface FileStore {
  /** Stores the content. Replaces any previous content of this id. */
  readonly put: (id: string, content: AsyncIterable<Buffer>, options: PutOptions) => Promise<StoredFile>;
  /** Reads the content. Releases its resources if the reader stops early. Throws NOT_FOUND if there is no such file. */
  readonly read: (id: string, options?: ReadOptions) => AsyncGenerator<Buffer>;
  /** Returns the bytes of the file; undefined when there is no such file. */
  readonly size: (id: string) => Promise<number | undefined>;
  /** Removes the file. Succeeds even if there is none. */
  readonly remove: (id: string) => Promise<void>;
  /** Yields the ids of files that were stored before a time, in no particular order. */
  readonly listOlder: (before: Date) => AsyncGenerator<string>;
}
