import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createRequestPair } from '@plotline/kit/http/server';
import { type Dispatcher, errors } from 'undici';
import { LocalSocket } from './local-socket.js';
import { readHead } from './response-head.js';

/** Converts headers to the form in which Node's parser presents them. */
function toRequestHeaders({ headers, body, method }: Dispatcher.DispatchOptions): IncomingHttpHeaders {
  const read: Record<string, string> = { host: '127.0.0.1', connection: 'keep-alive' };
  if (!Array.isArray(headers)) throw new errors.InvalidArgumentError('headers must alternate names and values');
  for (let index = 0; index < headers.length; index += 2) {
    const name = String(headers[index]).toLowerCase();
    const value = String(headers[index + 1]);
    read[name] = read[name] === undefined ? value : `${read[name]}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  if (body instanceof Readable) read['transfer-encoding'] = 'chunked';
  else if (body instanceof Uint8Array) read['content-length'] = String(body.length);
  else if (method === 'POST' || method === 'PUT' || method === 'PATCH') read['content-length'] = '0';
  return read;
}

/**
 * One request to a server in this process, and its response. Replaces undici's client and Node's HTTP parser: calls the
 * same callbacks as the client, and emits the same events on the server's objects as the parser.
 */
export class LocalRequest implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #options: Dispatcher.DispatchOptions;
  readonly #onEnd: () => void;
  readonly #socket: LocalSocket;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #hasHead = false;
  /** Number of body bytes still to come; null when the headers don't state the length. */
  #bytesLeft: number | null = null;
  /** Lets the service continue to write. */
  #onResume: (() => void) | null = null;
  #isOver = false;

  constructor(
    server: Server,
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    onEnd: () => void,
  ) {
    this.#options = options;
    this.#handler = handler;
    this.#onEnd = onEnd;
    this.#socket = new LocalSocket((chunk, encoding, done) => this.#take(chunk, encoding, done));
    const { request, response } = createRequestPair(server, this.#socket, {
      method: options.method,
      url: options.path,
    });
    this.#request = request;
    this.#response = response;
    // Without a connection, the end of the response marks the end of a body without a length.
    response.useChunkedEncodingByDefault = false;
    response.assignSocket(this.#socket);
    response.once('finish', () => this.#onFinish());
    this.#socket.once('close', () => this.#break(new errors.SocketError('other side closed')));
    this.#socket.on('error', () => undefined);
    // Node's server does the same for its connections.
    this.#socket.on('drain', () => response.writableEnded || response.emit('drain'));
    this.#socket.on('timeout', () => response.emit('timeout', this.#socket) || this.#socket.destroy());
  }

  /** Hands the request to the server's listeners. */
  start(server: Server): void {
    const { body } = this.#options;
    this.#handler.onRequestStart?.(this, {});
    if (this.#isOver) return;
    this.#request.headers = toRequestHeaders(this.#options);
    if (body instanceof Readable) this.#feed(body);
    else {
      if (body instanceof Uint8Array && body.length > 0) this.#request.push(body);
      this.#endRequest();
    }
    server.emit('request', this.#request, this.#response);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    const next = this.#onResume;
    this.#onResume = null;
    next?.();
  }

  abort(reason: Error): void {
    if (this.#isOver) return;
    this.aborted = true;
    this.reason = reason;
    this.#break(reason);
  }

  /** Streams a body to the service at the pace at which the service reads it. */
  #feed(body: Readable): void {
    this.#socket.onDemand = () => body.resume();
    body.on('data', (chunk: Buffer) => {
      if (!this.#isOver && !this.#request.push(chunk)) body.pause();
    });
    body.once('end', () => this.#endRequest());
    body.once('error', (error) => this.#break(error));
    body.once('close', () => {
      if (!body.readableEnded) this.#break(new errors.RequestAbortedError());
    });
  }

  #endRequest(): void {
    this.#request.complete = true;
    this.#request.push(null);
  }

  /** Accepts bytes that the service writes: first the head, then the body. */
  #take(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    if (this.#isOver) {
      done();
      return;
    }
    try {
      const bytes = this.#hasHead ? toBuffer(chunk, encoding) : this.#takeHead(chunk, encoding);
      if (this.#bytesLeft !== null) this.#bytesLeft -= bytes.length;
      if (bytes.length > 0 && !this.#isOver) this.#handler.onResponseData?.(this, bytes);
    } catch (error) {
      this.#break(error instanceof Error ? error : new Error(String(error)));
    }
    if (this.paused && !this.#isOver) this.#onResume = done;
    else done();
  }

  #takeHead(chunk: Buffer | string, encoding: BufferEncoding): Buffer {
    const { headers, rest } = readHead(chunk, encoding);
    const { statusCode, req } = this.#response;
    this.#hasHead = true;
    const hasBody = req.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304;
    if (hasBody && headers['content-length'] !== undefined) this.#bytesLeft = Number(headers['content-length']);
    this.#handler.onResponseStart?.(this, statusCode, headers);
    return rest;
  }

  #onFinish(): void {
    if (this.#isOver) return;
    if (this.#bytesLeft !== null && this.#bytesLeft !== 0) {
      this.#break(new errors.ResponseContentLengthMismatchError());
      return;
    }
    this.#isOver = true;
    this.#handler.onResponseEnd?.(this, {});
    this.#clear();
    // Node's server also discards the part of a request that its listener didn't read.
    if (this.#request.complete && !this.#request.readableEnded) this.#request.resume();
  }

  /** Ends the request without a complete response. */
  #break(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handler.onResponseError?.(this, error);
    this.#clear();
  }

  #clear(): void {
    const { body } = this.#options;
    this.resume();
    if (body instanceof Readable && !body.readableEnded) body.destroy();
    this.#socket.destroy();
    if (!this.#request.complete || !this.#response.writableEnded) this.#request.destroy(new Error('aborted'));
    this.#onEnd();
  }
}

function toBuffer(chunk: Buffer | string, encoding: BufferEncoding): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
}
