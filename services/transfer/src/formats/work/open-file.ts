import { describeBinary } from '../model/binary-kind.js';
import { findEncoding, findXmlCharset } from '../model/charset.js';
import { type FileRecord, fileFault, type ImportFormat, type Separator } from '../model/file-record.js';
import { decodeText } from './decode-text.js';
import { peek } from './peek.js';
import { openCsv } from './read-csv.js';
import { readJsonLines } from './read-json-lines.js';
import { readXml } from './read-xml.js';

export interface FileDescription {
  /** "leads", "units" or "properties": the root element of XML. */
  readonly resource: string;
  readonly format: ImportFormat;
  /** Charset in the Content-Type. A byte order mark wins over it. */
  readonly charset?: string | undefined;
  /** Separator of CSV; detected when absent. */
  readonly separator?: Separator | undefined;
}

/** File whose beginning has been read. */
export interface OpenedFile {
  /** Only for CSV. */
  readonly separator?: Separator;
  /** Names in the header of CSV. Other formats name the fields in every record. */
  readonly columns?: readonly string[];
  readonly records: AsyncGenerator<FileRecord>;
}

const headLength = 1024;

/**
 * Opens a file for one pass over its records, in memory bounded by `fileLimits`. Throws a Problem of the field `file`
 * when it is of another kind, has no header or no text. Iterating the records throws one where the file can't be read
 * further. The caller that opened the content closes it.
 */
export async function openFile(content: AsyncIterable<Buffer>, description: FileDescription): Promise<OpenedFile> {
  const { head, all } = await peek(content, headLength);
  if (head.length === 0) throw fileFault('is empty');
  const binary = describeBinary(head);
  if (binary !== undefined) throw fileFault(binary);
  const { format, separator, resource } = description;
  const charset = description.charset ?? (format === 'xml' ? findXmlCharset(head) : undefined);
  const text = decodeText(all, findEncoding(head, charset));
  if (format === 'csv') return openCsv(text, separator);
  return { records: format === 'xml' ? readXml(text, resource) : readJsonLines(text) };
}
