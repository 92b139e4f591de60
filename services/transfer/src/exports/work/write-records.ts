import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type CsvOptions, writeCsv } from '../../formats/work/write-csv.js';
import { writeJsonArray, writeJsonLines } from '../../formats/work/write-json.js';
import type { ExportFormat, ExportResource } from '../model/export.js';
import { listExportColumns } from '../model/export-columns.js';

export interface ExportOptions extends CsvOptions {
  readonly resource: ExportResource;
  readonly format: ExportFormat;
  readonly isCompressed?: boolean;
}

function writeText(records: AsyncIterable<string>, options: ExportOptions): AsyncGenerator<string> {
  if (options.format === 'jsonl') return writeJsonLines(records);
  if (options.format === 'json') return writeJsonArray(records);
  return writeCsv(records, listExportColumns(options.resource), options);
}

async function* encode(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece);
}

/** Writes the file of an export as bytes, from records as JSON texts. Keeps only a few hundred records in memory. */
export function writeRecords(records: AsyncIterable<string>, options: ExportOptions): AsyncIterable<Buffer> {
  const bytes = encode(writeText(records, options));
  if (!options.isCompressed) return bytes;
  const gzip = createGzip();
  // An error destroys the stream. The stream then throws the error to its reader.
  pipeline(bytes, gzip, () => {});
  return gzip;
}
