import type { ImportRow } from '@plotline/protos/plotline/records/v1/records';
import type { FileRecord } from '../../formats/model/file-record.js';
import { toImportRow } from '../../peers/record-importer.js';
import { type FailedRow, toKeptValues } from '../model/failed-row.js';
import type { MappedRecord } from '../model/to-record.js';

/** Maximum number of rows in one call. */
const maxRows = 500;
/**
 * Maximum number of bytes in a chunk, without its last row. Counts the rows of the call, and all records as they are in
 * the file.
 */
const maxBytes = 2_097_152;
/**
 * Maximum number of bytes in one record, as in the body of a request. Even if this record is the last one, a call stays
 * below the limit of 4 MiB for a message.
 */
const maxRecordBytes = 1_048_576;

/** Consecutive rows of the file. They depend only on the file and on the first row. */
export interface Chunk {
  /** Number of the last record, counted from 1. */
  readonly lastRecord: number;
  /** Numbers of the first and last row, as used in the errors in rows. */
  readonly firstRow: number;
  readonly lastRow: number;
  /** Rows to import, in file order. */
  readonly rows: readonly ImportRow[];
  /** Rows that can't be read as records. */
  readonly unreadable: readonly FailedRow[];
  /** Returns the record with this number as it is in the file. */
  readonly getSource: (record: number) => RecordSource;
}

/** Record of the file in the form that is stored with its errors. */
interface RecordSource {
  readonly row: number;
  /** JSON text. */
  readonly values: string;
}

class ChunkBuilder {
  /** Records of the file. They are kept as text of limited size, because parsed records would take much more memory. */
  readonly #sources = new Map<number, RecordSource>();
  readonly #rows: ImportRow[] = [];
  readonly #unreadable: FailedRow[] = [];
  #bytes = 0;
  #firstRow = 0;
  #lastRow = 0;
  #lastRecord = 0;

  get isEmpty(): boolean {
    return this.#lastRecord === 0;
  }

  get isFull(): boolean {
    return this.#sources.size >= maxRows || this.#bytes >= maxBytes;
  }

  /** Adds a record with its number, which identifies it for the service that owns the records. */
  add(number: number, read: FileRecord, toRecord: (values: FileRecord['values']) => MappedRecord): void {
    const row = read.number;
    const values = toKeptValues(read.values);
    if (this.isEmpty) this.#firstRow = row;
    this.#lastRow = row;
    this.#lastRecord = number;
    this.#sources.set(number, { row, values });
    this.#bytes += Buffer.byteLength(values);
    const faults =
      read.fault === undefined ? this.#addRow(number, toRecord(read.values)) : [{ field: '', message: read.fault }];
    if (faults.length > 0) this.#unreadable.push({ row, faults, values });
  }

  /**
   * Adds a row. A row with errors is also sent, to find the errors in its other fields. Returns the errors if the row
   * can't be sent.
   */
  #addRow(number: number, { record, faults }: MappedRecord): FailedRow['faults'] {
    if (faults.some(({ field }) => field === '')) return faults;
    const text = JSON.stringify(record);
    const bytes = Buffer.byteLength(text);
    if (bytes > maxRecordBytes) return [{ field: '', message: `has more than ${maxRecordBytes} bytes` }, ...faults];
    this.#bytes += bytes + faults.reduce((sum, { message }) => sum + Buffer.byteLength(message), 0);
    this.#rows.push(toImportRow(number, text, faults));
    return [];
  }

  build(): Chunk {
    return {
      lastRecord: this.#lastRecord,
      firstRow: this.#firstRow,
      lastRow: this.#lastRow,
      rows: this.#rows,
      unreadable: this.#unreadable,
      getSource: (record) => this.#sources.get(record) ?? { row: record, values: '{}' },
    };
  }
}

/** Yields the records in chunks, starting after the first `after` records. */
export async function* readChunks(
  records: AsyncIterable<FileRecord>,
  after: number,
  toRecord: (values: FileRecord['values']) => MappedRecord,
): AsyncGenerator<Chunk> {
  let builder = new ChunkBuilder();
  let number = 0;
  for await (const record of records) {
    number += 1;
    if (number <= after) continue;
    builder.add(number, record, toRecord);
    if (!builder.isFull) continue;
    yield builder.build();
    builder = new ChunkBuilder();
  }
  if (!builder.isEmpty) yield builder.build();
}
