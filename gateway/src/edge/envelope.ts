import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { metaHeader } from '@plotline/kit/core/answer';
import { Problem, unavailable } from '@plotline/kit/core/errors';
import { createPageLinks, isPageMeta } from '@plotline/kit/http/rendering';
import { endResponse } from './drain.js';
import { copyResponseHeaders } from './headers.js';
import type { RequestContext } from './request-context.js';

/** Response for the client: the service's bytes between a prefix and a suffix, no body, or a problem instead. */
export type Envelope = { readonly kind: 'problem'; readonly problem: Problem } | BodyEnvelope;

type BodyEnvelope =
  | { readonly kind: 'empty' }
  | { readonly kind: 'bytes' | 'file'; readonly prefix: string; readonly suffix: string };

type RequestTarget = Pick<RequestContext, 'mount' | 'path' | 'query'>;

const noEnvelope: Envelope = { kind: 'file', prefix: '', suffix: '' };
const errorEnvelope: Envelope = { kind: 'bytes', prefix: '{"success":false,"error":', suffix: '}' };

function createSuccessEnvelope(meta: unknown, { mount, path, query }: RequestTarget): Envelope {
  const prefix = '{"success":true,"data":';
  if (typeof meta !== 'string') return { kind: 'bytes', prefix, suffix: '}' };
  const parsed: unknown = JSON.parse(meta);
  const links = isPageMeta(parsed)
    ? `,"links":${JSON.stringify(createPageLinks(`${mount}${path}`, query, parsed))}`
    : '';
  return { kind: 'bytes', prefix, suffix: `,"meta":${meta}${links}}` };
}

function createInternalError(reason: string): Envelope {
  const problem = new Problem('INTERNAL_ERROR', 'Something went wrong on our side.', { cause: reason });
  return { kind: 'problem', problem };
}

/** Chooses the envelope of a response. */
export type ChooseEnvelope = typeof chooseEnvelope;

/** Passes on a public file unchanged. This includes JSON and error responses. */
export const chooseFileEnvelope: ChooseEnvelope = (status, headers, target) => {
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  const isPassed = status === 200 || status === 206 || (status >= 400 && status < 500) || (status === 503 && isJson);
  return isPassed ? noEnvelope : chooseEnvelope(status, headers, target);
};

/** Chooses the envelope of a service's response by status and headers alone. The body is never parsed. */
export function chooseEnvelope(status: number, headers: IncomingHttpHeaders, target: RequestTarget): Envelope {
  if (status === 204 || status === 304) return { kind: 'empty' };
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  const isEmpty = headers['content-length'] === '0';
  if (status >= 200 && status < 300) {
    if (!isJson) return noEnvelope;
    return isEmpty
      ? createInternalError(`status ${status} without a body`)
      : createSuccessEnvelope(headers[metaHeader], target);
  }
  const isProblem = (status >= 400 && status < 500) || status === 503;
  if (isProblem && isJson && !isEmpty) return errorEnvelope;
  if (status === 503) return { kind: 'problem', problem: unavailable('The service is not available at the moment.') };
  return createInternalError(`status ${status}`);
}

/** Streams a service's response to the client inside its envelope. */
export class EnvelopeStream {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #status: number;
  readonly #headers: IncomingHttpHeaders;
  readonly #envelope: BodyEnvelope;
  /**
   * Holds the first chunk until the second chunk or the end arrives. Most responses have only one chunk, and so are
   * sent in a single write.
   */
  #firstChunk: Buffer | null = null;

  constructor(
    { request, response }: Pick<RequestContext, 'request' | 'response'>,
    status: number,
    headers: IncomingHttpHeaders,
    envelope: BodyEnvelope,
  ) {
    this.#request = request;
    this.#response = response;
    this.#status = status;
    this.#headers = headers;
    this.#envelope = envelope;
  }

  /** Returns false when the client's buffer is full. The response emits `drain` when it accepts more. */
  write(chunk: Buffer): boolean {
    if (this.#response.headersSent) return this.#response.write(chunk);
    if (!this.#firstChunk) {
      this.#firstChunk = chunk;
      return true;
    }
    this.#sendHead();
    if (this.#envelope.kind !== 'empty') this.#response.write(this.#envelope.prefix);
    this.#response.write(this.#firstChunk);
    return this.#response.write(chunk);
  }

  end(): void {
    const { prefix, suffix } = this.#envelope.kind === 'empty' ? { prefix: '', suffix: '' } : this.#envelope;
    if (this.#response.headersSent) {
      endResponse(this.#request, this.#response, suffix);
      return;
    }
    this.#sendHead();
    const bytes = this.#firstChunk === null ? [] : [Buffer.from(prefix), this.#firstChunk, Buffer.from(suffix)];
    endResponse(this.#request, this.#response, Buffer.concat(bytes));
  }

  #sendHead(): void {
    copyResponseHeaders(this.#headers, this.#response);
    if (this.#status === 503 && this.#headers['retry-after'] === undefined)
      this.#response.setHeader('retry-after', '2');
    const length = this.#headers['content-length'];
    if (this.#envelope.kind !== 'empty' && length !== undefined) {
      const added = Buffer.byteLength(this.#envelope.prefix) + Buffer.byteLength(this.#envelope.suffix);
      this.#response.setHeader('content-length', Number(length) + added);
    }
    this.#response.writeHead(this.#status);
  }
}
