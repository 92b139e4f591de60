import type { ImportRow } from '@plotline/protos/plotline/records/v1/records';
import type { FailedRow } from '../domain/failed-row.js';
import type { FileRecord } from '../formats/file-record.js';
import type { MappedRecord } from '../formats/to-record.js';

/** Rows of one call: as many as the call takes. */
const maxRows = 500;
/** Characters of one call, but for its last row; what a message may have is four times that. */
const maxLength = 1_048_576;
/** Characters of one record, as of the body of a request. */
const maxRecordLength = 1_048_576;

/** Rows that follow each other in the file. Which they are follows from the file and from where they begin. */
export interface Chunk {
  /** Number of the last record. */
  readonly lastRow: number;
  /** The rows to import, in the order of the file. */
  readonly rows: readonly ImportRow[];
  /** The rows that cannot even be read as records. */
  readonly unreadable: readonly FailedRow[];
  /** The record of that number as it is in the file, as JSON text. */
  readonly getValues: (row: number) => string;
}

class ChunkBuilder {
  readonly #records = new Map<number, FileRecord>();
  readonly #rows: ImportRow[] = [];
  readonly #unreadable: FailedRow[] = [];
  #length = 0;
  #lastRow = 0;

  get isEmpty(): boolean {
    return this.#lastRow === 0;
  }

  get isFull(): boolean {
    return this.#records.size >= maxRows || this.#length >= maxLength;
  }

  add(read: FileRecord, toRecord: (values: FileRecord['values']) => MappedRecord): void {
    const { number } = read;
    this.#lastRow = number;
    this.#records.set(number, read);
    const faults =
      read.fault === undefined ? this.#addRow(read, toRecord(read.values)) : [{ field: '', message: read.fault }];
    if (faults.length === 0) return;
    const values = JSON.stringify(read.values);
    this.#length += values.length;
    this.#unreadable.push({ row: number, faults, values });
  }

  /** The faults for which it is not added. */
  #addRow({ number }: FileRecord, { record, faults }: MappedRecord): FailedRow['faults'] {
    if (faults.length > 0) return faults;
    const text = JSON.stringify(record);
    if (text.length > maxRecordLength) return [{ field: '', message: `has more than ${maxRecordLength} characters` }];
    this.#length += text.length;
    this.#rows.push({ number, record: text });
    return [];
  }

  build(): Chunk {
    return {
      lastRow: this.#lastRow,
      rows: this.#rows,
      unreadable: this.#unreadable,
      getValues: (row) => JSON.stringify(this.#records.get(row)?.values ?? {}),
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
