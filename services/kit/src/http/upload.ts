import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import { createGunzip } from 'node:zlib';
import { joinAlternatives, Problem } from '../core/errors.js';
import type { Operation } from './contract/document.js';
import { hasBody } from './request.js';

/** Creates a 413 for a body above the maximum. */
export function bodyTooLarge(maxBytes: number): Problem {
  return new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`);
}

/** Creates a 400 for a body that the client aborted. */
export function bodyBroken(): Problem {
  return new Problem('BAD_REQUEST', 'The body is shorter than its Content-Length.');
}

interface BodyStreamOptions {
  readonly maxBytes: number;
  /** Called when all bytes have arrived. The stream ends when this resolves, and fails when it rejects. */
  readonly beforeEnd?: () => Promise<void>;
}

/**
 * Body of a request as it arrives, with backpressure. Fails with the Problem to send if the body is larger than
 * `maxBytes` or is cut off. Unlike the request, the stream can be destroyed without destroying the connection, which
 * the answer still needs. Later bytes are discarded.
 */
export class BodyStream extends Readable {
  readonly #request: IncomingMessage;
  readonly #options: BodyStreamOptions;
  /** Chunks that arrived in this turn of the event loop, so that many small chunks need only one push. */
  #pending: Buffer[] = [];
  #byteCount = 0;
  #endedAt: number | null = null;

  constructor(request: IncomingMessage, options: BodyStreamOptions) {
    super({ highWaterMark: 65_536 });
    this.#request = request;
    this.#options = options;
    request.on('data', this.#onData).once('end', this.#onEnd).once('close', this.#onClose).pause();
    if (request.destroyed) this.destroy(bodyBroken());
  }

  /** Number of bytes that have arrived. */
  get byteCount(): number {
    return this.#byteCount;
  }

  /** Time at which the last byte arrived, in milliseconds since the epoch. Null until then. */
  get endedAt(): number | null {
    return this.#endedAt;
  }

  /** Whether the stream waits for bytes from the client. */
  get isWaiting(): boolean {
    return !this.destroyed && this.#endedAt === null && !this.#request.isPaused();
  }

  override _read(): void {
    this.#request.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose);
    this.#pending = [];
    this.#request.resume();
    callback(error);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#byteCount += chunk.length;
    if (this.#byteCount > this.#options.maxBytes) {
      this.destroy(bodyTooLarge(this.#options.maxBytes));
      return;
    }
    this.#pending.push(chunk);
    if (this.#pending.length === 1) process.nextTick(this.#flush);
  };

  readonly #flush = (): void => {
    const [first, ...others] = this.#pending;
    if (!first) return;
    this.#pending = [];
    if (!this.push(others.length === 0 ? first : Buffer.concat([first, ...others]))) this.#request.pause();
  };

  readonly #onEnd = (): void => {
    this.#endedAt = Date.now();
    this.#end().catch((error: Error) => this.destroy(error));
  };

  async #end(): Promise<void> {
    await this.#options.beforeEnd?.();
    if (this.destroyed) return;
    this.#flush();
    this.push(null);
  }

  readonly #onClose = (): void => {
    if (this.#endedAt === null) this.destroy(bodyBroken());
  };
}

/** Body of an operation with `x-upload`. It isn't read into memory. */
export interface Upload {
  /** One of the operation's types, with its parameters. `essence` is in lower case. */
  readonly contentType: MIMEType;
  /** Decompressed bytes. Fails with the Problem to send if the bytes are cut off or too many. */
  readonly stream: Readable;
  /** Time at which the last byte arrived, in milliseconds since the epoch. Null until then. */
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

/** Converts zlib's errors, which have their own codes. A body that was cut off already has a Problem. */
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
  // The stream may fail before anybody reads it. A later reader still gets the error.
  for (const one of new Set([body, stream])) one.on('error', () => undefined);
  return {
    contentType,
    stream,
    get endedAt() {
      return body.endedAt;
    },
  };
}

/** Reads the part of the body that a handler left unread. Throws when the body breaks off in that part. */
export async function readToEnd(upload: Upload): Promise<void> {
  const { stream } = upload;
  if (!stream.readableEnded && !stream.destroyed) for await (const _chunk of stream);
  if (stream.errored) throw stream.errored;
  if (upload.endedAt === null) throw bodyBroken();
}
