import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type CsvOptions, writeCsv } from '../../formats/write/write-csv.js';
import { writeJsonArray, writeJsonLines } from '../../formats/write/write-json.js';
import { type ExportResource, exportColumns } from '../model/export-columns.js';

export const exportFormats = ['csv', 'json', 'jsonl'] as const;

export type ExportFormat = (typeof exportFormats)[number];

export interface ExportOptions extends CsvOptions {
  readonly resource: ExportResource;
  readonly format: ExportFormat;
  readonly isCompressed?: boolean;
}

export const exportMediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
};

function writeText(records: AsyncIterable<string>, options: ExportOptions): AsyncGenerator<string> {
  if (options.format === 'jsonl') return writeJsonLines(records);
  if (options.format === 'json') return writeJsonArray(records);
  return writeCsv(records, exportColumns[options.resource], options);
}

async function* encode(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece);
}

/** Writes the file of an export as bytes, from records as JSON texts. Keeps only a few hundred records in memory. */
export function writeRecords(records: AsyncIterable<string>, options: ExportOptions): AsyncIterable<Buffer> {
  const bytes = encode(writeText(records, options));
  if (!options.isCompressed) return bytes;
  const gzip = createGzip();
  // An error destroys the stream, which throws it to its reader.
  pipeline(bytes, gzip, () => {});
  return gzip;
}
