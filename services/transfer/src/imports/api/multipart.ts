import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { Problem } from '@plotline/kit/core/errors';
import { fileFault } from '../../formats/model/file-record.js';

const limits = {
  fields: 20,
  fieldNameSize: 100,
  /** Maximum number of bytes in a field. A mapping of 200 columns needs almost as many. */
  fieldSize: 65_536,
  headerPairs: 20,
  headerSize: 8192,
} as const;

export interface MultipartUpload {
  /** Fields before the file, by name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly fileName: string;
  /** Content-Type of the file's part; empty when it has none. */
  readonly contentType: string;
  /** Content of the file. It ends once the whole form has been read and nothing follows the file. */
  readonly content: AsyncIterable<Buffer>;
}

function malformed(message: string): Problem {
  return new Problem('BAD_REQUEST', `The multipart body is not valid: ${message}.`);
}

function createForm(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits,
      isPartAFile: (name, _type, fileName) => fileName !== undefined || name === 'file',
    });
  } catch {
    throw malformed('its Content-Type has no boundary');
  }
}

interface FilePart {
  readonly stream: BusboyFileStream;
  readonly fileName: string;
  readonly contentType: string;
}

interface Listener {
  readonly onFile: (part: FilePart) => void;
  /** Called once the whole form has been read. */
  readonly onEnd: () => void;
  readonly onFailure: (problem: Problem) => void;
}

/** Collects fields until the file begins. Anything after the file is an error. */
function listen(busboy: BusboyInstance, fields: Map<string, string>, { onFile, onEnd, onFailure }: Listener): void {
  let hasFile = false;
  busboy.on('field', (name, value, _isNameCut, isValueCut) => {
    if (hasFile) onFailure(fileFault(`must be the last part of the form; the field ${name} comes after it`));
    else if (isValueCut) onFailure(malformed(`the field ${name} is too long; send the file with its name`));
    else if (fields.has(name)) onFailure(malformed(`the field ${name} appears twice`));
    else fields.set(name, value);
  });
  busboy.on('file', (_name, stream, fileName, _encoding, contentType) => {
    stream.on('error', () => {});
    if (hasFile) {
      stream.resume();
      return onFailure(fileFault('must be the only file of the form'));
    }
    hasFile = true;
    onFile({ stream, fileName: fileName ?? '', contentType: contentType ?? '' });
  });
  busboy.on('fieldsLimit', () => onFailure(malformed(`it has more than ${limits.fields} fields`)));
  busboy.on('error', () => onFailure(malformed('it cannot be parsed, or ended too early')));
  busboy.on('finish', () => (hasFile ? onEnd() : onFailure(fileFault('is missing in the form'))));
}

interface OpenForm {
  readonly file: Promise<FilePart>;
  readonly end: Promise<void>;
}

function openForm(body: Readable, busboy: BusboyInstance, fields: Map<string, string>): OpenForm {
  // A body that has already failed emits no more events.
  if (body.destroyed) throw body.errored ?? malformed('it ended too early');
  let part: FilePart | undefined;
  let onEnd = () => {};
  let onFile = (_part: FilePart) => {};
  let onFailure = (_problem: Problem) => {};
  const end = new Promise<void>((resolve, reject) => {
    onEnd = resolve;
    onFailure = reject;
  });
  const file = new Promise<FilePart>((resolve, reject) => {
    onFile = resolve;
    end.catch(reject);
  });
  file.catch(() => {});
  const fail = (problem: Problem) => {
    onFailure(problem);
    part?.stream.destroy(problem);
    body.unpipe(busboy);
    // Reads and discards the rest of the body, so that the client gets the response.
    body.resume();
  };
  listen(busboy, fields, {
    onFile: (begun) => {
      part = begun;
      onFile(begun);
    },
    onEnd,
    onFailure: fail,
  });
  // For example, the body can exceed the size limit once it is decompressed.
  body.once('error', (error) => {
    if (error instanceof Problem) fail(error);
  });
  body.once('close', () => {
    if (!body.readableEnded) fail(malformed('it ended too early'));
  });
  body.pipe(busboy);
  return { file, end };
}

/**
 * Reads a form (RFC 7578) up to the beginning of its file, which must be the last part. The file is returned as a
 * stream.
 */
export async function readMultipart(body: Readable, contentType: string): Promise<MultipartUpload> {
  const fields = new Map<string, string>();
  const { file, end } = openForm(body, createForm(contentType), fields);
  const part = await file;
  async function* readContent(): AsyncGenerator<Buffer> {
    try {
      yield* part.stream;
    } catch (error) {
      throw error instanceof Problem ? error : malformed('it ended too early');
    }
    await end;
  }
  return { fields, fileName: part.fileName, contentType: part.contentType, content: readContent() };
}
