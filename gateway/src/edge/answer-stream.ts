import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Shape } from './envelope.js';
import { copyHeaders } from './headers.js';

/** A service's answer on its way to the client, between the two texts of its envelope. */
export class AnswerStream {
  readonly #response: ServerResponse;
  readonly #status: number;
  readonly #headers: IncomingHttpHeaders;
  readonly #shape: Exclude<Shape, { kind: 'problem' }>;
  /** The first bytes wait for the next or the end: most answers are whole by then, and leave as one write. */
  #first: Buffer | null = null;

  constructor(
    response: ServerResponse,
    status: number,
    headers: IncomingHttpHeaders,
    shape: Exclude<Shape, { kind: 'problem' }>,
  ) {
    this.#response = response;
    this.#status = status;
    this.#headers = headers;
    this.#shape = shape;
  }

  /** False when the client takes no more at the moment; the response's `drain` tells when it does again. */
  write(chunk: Buffer): boolean {
    if (this.#response.headersSent) return this.#response.write(chunk);
    if (!this.#first) {
      this.#first = chunk;
      return true;
    }
    this.#sendHead();
    if (this.#shape.kind === 'bytes') this.#response.write(this.#shape.before);
    this.#response.write(this.#first);
    return this.#response.write(chunk);
  }

  end(): void {
    const { before, after } = this.#shape.kind === 'bytes' ? this.#shape : { before: '', after: '' };
    if (this.#response.headersSent) {
      this.#response.end(after);
      return;
    }
    this.#sendHead();
    if (this.#first === null) this.#response.end();
    else this.#response.end(Buffer.concat([Buffer.from(before), this.#first, Buffer.from(after)]));
  }

  #sendHead(): void {
    copyHeaders(this.#headers, this.#response);
    if (this.#status === 503 && this.#headers['retry-after'] === undefined)
      this.#response.setHeader('retry-after', '2');
    const length = this.#headers['content-length'];
    if (this.#shape.kind === 'bytes' && length !== undefined) {
      const frame = Buffer.byteLength(this.#shape.before) + Buffer.byteLength(this.#shape.after);
      this.#response.setHeader('content-length', Number(length) + frame);
    }
    this.#response.writeHead(this.#status);
  }
}
