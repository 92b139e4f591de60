import { createHash } from 'node:crypto';
import { ok } from '@plotline/kit/core/answer';
import type { UploadCall, UploadHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { createFileSource } from '../../files/store/file-source.js';
import { describeBinary, isZip } from '../../formats/model/binary-kind.js';
import { findXmlCharset } from '../../formats/model/charset.js';
import { fileFault } from '../../formats/model/file-record.js';
import { decodeBeginning } from '../../formats/work/decode-beginning.js';
import { previewSheet } from '../../formats/work/preview-sheet.js';
import { findFormat, type UploadFormat } from './upload-format.js';

interface FileQuery {
  readonly sheet?: string;
}

/** Response without the text itself. Contract: ImportFileBeginning. */
interface FileBeginning {
  readonly format: string;
  readonly charset: string | null;
  readonly charset_guesses: readonly string[];
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  readonly text: string;
}

/** Maximum number of bytes in a file, as in the contract's `x-upload`. */
const maxBytes = 209_715_200;
/**
 * Maximum number of bytes of a text that are read, and of characters that are returned. A preview accepts the same
 * number.
 */
const maxHeadBytes = 131_072;
const maxTextLength = 60_000;

/** Reads the whole stream, because an upload must be read to its end. Keeps only the beginning. */
async function readHead(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    if (length < maxHeadBytes) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, maxHeadBytes);
}

function assertText(head: Buffer): void {
  if (head.length === 0) throw fileFault('is empty');
  const binary = describeBinary(head);
  if (binary !== undefined) throw fileFault(binary);
}

/** Cuts the text after a complete line, so that the preview doesn't show a partial one. */
function cutAtLine(text: string): string {
  if (text.length <= maxTextLength) return text;
  const cut = text.slice(0, maxTextLength);
  const end = cut.lastIndexOf('\n');
  return end < 0 ? cut : cut.slice(0, end + 1);
}

async function readText(
  content: AsyncIterable<Buffer>,
  { format, charset: declared }: UploadFormat,
): Promise<FileBeginning> {
  const head = await readHead(content);
  assertText(head);
  const inFile = format === 'xml' ? findXmlCharset(head) : undefined;
  const { text, charset, guesses } = decodeBeginning(head, declared ?? inFile);
  return { format, charset, charset_guesses: guesses, sheet: null, sheets: [], text: cutAtLine(text) };
}

/** Stores the workbook for the duration of the request, because its directory is at its end. */
async function readWorkbook(
  { files, imports }: Pick<Context, 'files' | 'imports'>,
  content: AsyncIterable<Buffer>,
  wanted: string | undefined,
): Promise<FileBeginning> {
  // If the process is killed, the cleanup of imports removes the file, because its id looks like that of an import.
  const id = imports.newId();
  const { size } = await files.put(id, content, { maxBytes });
  try {
    if (size === 0) throw fileFault('is empty');
    const source = createFileSource(files, id, size);
    const head = await readHead(source.read({ start: 0, end: Math.min(size, 1024) - 1 }));
    if (!isZip(head)) {
      assertText(head);
      throw fileFault('is not an Excel workbook (.xlsx); if it is CSV, send it as text/csv');
    }
    const sheet = await previewSheet(source, wanted, maxTextLength);
    return { format: 'csv', charset: null, charset_guesses: [], ...sheet };
  } finally {
    await files.remove(id);
  }
}

function readBeginning(context: Pick<Context, 'files' | 'imports'>, { upload, query }: UploadCall<FileQuery>) {
  const { contentType, stream } = upload;
  const format = findFormat(String(contentType));
  if (!format) throw new Error(`The contract accepts ${contentType.essence}, which has no known format.`);
  return format.format === 'xlsx' ? readWorkbook(context, stream, query.sheet) : readText(stream, format);
}

/** POST /v1/imports/preview/file */
export function previewFile(context: Pick<Context, 'files' | 'imports'>): UploadHandler<FileBeginning, FileQuery> {
  return {
    receive: async (call) => {
      const body = await readBeginning(context, call);
      const identity = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      return { body, identity, discard: async () => undefined };
    },
    handle: async ({ body }) => ok(body),
  };
}
