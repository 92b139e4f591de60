import type { ImportRow } from '@plotline/protos/plotline/records/v1/records';
import { type FailedRow, toKeptValues } from '../domain/failed-row.js';
import type { FileRecord } from '../formats/file-record.js';
import type { MappedRecord } from '../formats/to-record.js';

/** Rows of one call: as many as the call takes. */
const maxRows = 500;
/** Bytes that a chunk keeps, but for its last row: the rows of the call, and all records as they are in the file. */
const maxBytes = 2_097_152;
/** Bytes of one record, as of the body of a request. With it after the others a call is below the 4 MiB of a message. */
const maxRecordBytes = 1_048_576;

/** Rows that follow each other in the file. Which they are follows from the file and from where they begin. */
export interface Chunk {
  /** Number of the last record. */
  readonly lastRow: number;
  /** The rows to import, in the order of the file. */
  readonly rows: readonly ImportRow[];
  /** The rows that cannot even be read as records. */
  readonly unreadable: readonly FailedRow[];
  /** The record of that number as it is in the file, as JSON text that is kept with its faults. */
  readonly getValues: (row: number) => string;
}

class ChunkBuilder {
  /** The records as they are in the file. As text, which is bounded by its bytes: parsed it takes many times that. */
  readonly #values = new Map<number, string>();
  readonly #rows: ImportRow[] = [];
  readonly #unreadable: FailedRow[] = [];
  #bytes = 0;
  #lastRow = 0;

  get isEmpty(): boolean {
    return this.#lastRow === 0;
  }

  get isFull(): boolean {
    return this.#values.size >= maxRows || this.#bytes >= maxBytes;
  }

  add(read: FileRecord, toRecord: (values: FileRecord['values']) => MappedRecord): void {
    const { number } = read;
    const values = toKeptValues(read.values);
    this.#lastRow = number;
    this.#values.set(number, values);
    this.#bytes += Buffer.byteLength(values);
    const faults =
      read.fault === undefined ? this.#addRow(read, toRecord(read.values)) : [{ field: '', message: read.fault }];
    if (faults.length > 0) this.#unreadable.push({ row: number, faults, values });
  }

  /** The faults for which it is not added. */
  #addRow({ number }: FileRecord, { record, faults }: MappedRecord): FailedRow['faults'] {
    if (faults.length > 0) return faults;
    const text = JSON.stringify(record);
    const bytes = Buffer.byteLength(text);
    if (bytes > maxRecordBytes) return [{ field: '', message: `has more than ${maxRecordBytes} bytes` }];
    this.#bytes += bytes;
    this.#rows.push({ number, record: text });
    return [];
  }

  build(): Chunk {
    return {
      lastRow: this.#lastRow,
      rows: this.#rows,
      unreadable: this.#unreadable,
      getValues: (row) => this.#values.get(row) ?? '{}',
    };
  }
}

/** The records after one of the file, in chunks. */
export async function* readChunks(
  records: AsyncIterable<FileRecord>,
  after: number,
  toRecord: (values: FileRecord['values']) => MappedRecord,
): AsyncGenerator<Chunk> {
  let builder = new ChunkBuilder();
  for await (const record of records) {
    if (record.number <= after) continue;
    builder.add(record, toRecord);
    if (!builder.isFull) continue;
    yield builder.build();
    builder = new ChunkBuilder();
  }
  if (!builder.isEmpty) yield builder.build();
}
