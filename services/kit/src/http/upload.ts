import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import { createGunzip } from 'node:zlib';
import { joinAlternatives, Problem } from '../core/errors.js';
import { BodyStream, bodyBroken, bodyTooLarge } from './body-stream.js';
import type { Operation } from './contract/document.js';
import { hasBody } from './framing.js';

/** Body of an operation with `x-upload`, which isn't read into memory. */
export interface Upload {
  /** One of the operation's types, in lower case as `essence`, with its parameters. */
  readonly contentType: MIMEType;
  /** Decompressed bytes. Fails with the Problem to answer when they break off or are too many. */
  readonly stream: Readable;
  /** Time at which the last byte arrived, in milliseconds since the epoch; null before. */
  readonly endedAt: number | null;
}

function readContentType(header: string | undefined): MIMEType | null {
  try {
    return header === undefined ? null : new MIMEType(header);
  } catch {
    return null;
  }
}

function readEncoding({ headers }: IncomingMessage): 'identity' | 'gzip' {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === 'gzip') return encoding;
  throw new Problem('BAD_REQUEST', 'The Content-Encoding must be gzip or be omitted.');
}

/** Returns the largest size of a body in bytes, both as sent and decompressed. */
export function getMaxBytes({ operationId, 'x-upload': upload }: Operation): number {
  if (!upload) throw new Error(`${operationId} accepts no upload.`);
  return upload.max_bytes;
}

/** Checks the headers. Throws unless there is a body with a type and a length that the operation accepts. */
export function assertUpload(request: IncomingMessage, operation: Operation): MIMEType {
  const types = Object.keys(operation.requestBody?.content ?? {});
  const contentType = readContentType(request.headers['content-type']);
  if (!contentType || !types.includes(contentType.essence)) {
    throw new Problem('BAD_REQUEST', `The Content-Type must be ${joinAlternatives(types)}.`);
  }
  if (!hasBody(request)) throw new Problem('BAD_REQUEST', 'The request has no body: send the file as the body.');
  readEncoding(request);
  const maxBytes = getMaxBytes(operation);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  return contentType;
}

/** Errors of zlib have codes of their own; a body that broke off already has a Problem. */
function toInflateProblem(error: unknown): unknown {
  const isFromZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  return isFromZlib ? new Problem('BAD_REQUEST', 'The body is not valid gzip.') : error;
}

async function* inflate(body: BodyStream, maxBytes: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // `gunzip` reports the error of the body too.
  pipeline(body, gunzip, () => undefined);
  let byteCount = 0;
  try {
    for await (const chunk of gunzip) {
      byteCount += chunk.length;
      if (byteCount > maxBytes) throw bodyTooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw toInflateProblem(error);
  }
}

/** Opens the body of a request to an operation with `x-upload`. */
export function openUpload(request: IncomingMessage, operation: Operation): Upload {
  const contentType = assertUpload(request, operation);
  const maxBytes = getMaxBytes(operation);
  const body = new BodyStream(request, { maxBytes });
  const isCompressed = readEncoding(request) === 'gzip';
  const stream = isCompressed ? Readable.from(inflate(body, maxBytes), { objectMode: false }) : body;
  stream.once('close', () => body.destroy());
  // It may fail before anybody reads it; whoever reads it then gets the error.
  for (const one of new Set([body, stream])) one.on('error', () => undefined);
  return {
    contentType,
    stream,
    get endedAt() {
      return body.endedAt;
    },
  };
}

/** Reads the part of the body that a handler has left. Throws when it breaks off there, because it is incomplete. */
export async function readToEnd(upload: Upload): Promise<void> {
  const { stream } = upload;
  if (!stream.readableEnded && !stream.destroyed) for await (const _chunk of stream);
  if (stream.errored) throw stream.errored;
  if (upload.endedAt === null) throw bodyBroken();
}
