import { describeBinary, isZip } from '../model/binary-kind.js';
import { findEncoding, findXmlCharset } from '../model/charset.js';
import { type FileRecord, fileFault, type ImportFormat, type Separator } from '../model/file-record.js';
import { decodeText } from './decode-text.js';
import { openJson } from './open-json.js';
import { openXlsx } from './open-xlsx.js';
import type { FileSource } from './open-zip.js';
import { peek } from './peek.js';
import { openCsv } from './read-csv.js';
import { readXml } from './read-xml.js';

export interface FileDescription {
  /** "leads", "units" or "properties", which is also the root element in XML. */
  readonly resource: string;
  readonly format: ImportFormat;
  /** Charset in the Content-Type. A byte order mark takes precedence. */
  readonly charset?: string | undefined;
  /** Separator of CSV; detected when absent. */
  readonly separator?: Separator | undefined;
  /** Name or number of the sheet of a workbook. The first sheet is read if this is absent. */
  readonly sheet?: string | undefined;
}

/** Opened file. Its beginning has already been read. */
export interface OpenedFile {
  /** Only for CSV. */
  readonly separator?: Separator;
  /** Names in the header of a table. Other formats name the fields in every record. */
  readonly columns?: readonly string[];
  /** Records. A reader that stops before the end must call `return` on the generator, even before the first record. */
  readonly records: AsyncGenerator<FileRecord>;
}

const headLength = 1024;

/** Media types for advice in messages. */
const mediaTypes = {
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  xml: 'application/xml',
} as const;

/**
 * Opens a file for one pass over its records, in memory limited by `fileLimits`. Throws a Problem for the field `file`
 * when the file is of another kind, has no header or has no text. Iterating throws such a Problem when the rest of the
 * file can't be read. The caller that opened the content closes it. A workbook is read from the source instead, because
 * its directory is at its end. Other formats don't need the source.
 */
export async function openFile(
  content: AsyncIterable<Buffer>,
  description: FileDescription,
  source?: FileSource,
): Promise<OpenedFile> {
  const { head, all } = await peek(content, headLength);
  if (head.length === 0) throw fileFault('is empty');
  const { format, separator, resource, sheet } = description;
  if (format === 'xlsx' && isZip(head)) {
    if (!source) throw new Error('A workbook can be read only from a source.');
    return openXlsx(source, sheet);
  }
  const binary = describeBinary(head);
  if (binary !== undefined) throw fileFault(binary);
  if (format === 'xlsx') throw fileFault('is not an Excel workbook (.xlsx); if it is CSV, send it as text/csv');
  const charset = description.charset ?? (format === 'xml' ? findXmlCharset(head) : undefined);
  const text = decodeText(all, findEncoding(head, charset), mediaTypes[format]);
  if (format === 'csv') return openCsv(text, separator);
  return { records: format === 'xml' ? readXml(text, resource) : await openJson(text, format) };
}
