import { Problem } from '@plotline/kit/core/errors';
import type { Limiter, Permit } from '@plotline/kit/core/limiter';
import { hasBody } from '@plotline/kit/http/request';
import { bodyBroken, bodyTooLarge } from '@plotline/kit/http/upload';
import { contain } from './contain.js';
import type { RequestContext } from './request-context.js';

interface BodyOptions {
  /** Budget of bytes. */
  readonly budget: Limiter;
  /** Owner that the body's bytes count against. */
  readonly owner: string;
  readonly maxBytes: number;
}

const createLate = () => new Problem('BAD_REQUEST', 'The body did not arrive in time.');

/**
 * Collects the chunks of a body in one growing buffer, so that a chunk of one byte takes one byte instead of a whole
 * object.
 */
class BodyBytes {
  readonly #permit: Permit;
  readonly #maxBytes: number;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(permit: Permit, maxBytes: number) {
    this.#permit = permit;
    this.#maxBytes = maxBytes;
  }

  append(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes) throw bodyTooLarge(this.#maxBytes);
    if (this.#length === 0) {
      this.#permit.resize(chunk.length);
      this.#buffer = chunk;
    } else {
      if (length > this.#buffer.length) this.#grow(length);
      chunk.copy(this.#buffer, this.#length);
    }
    this.#length = length;
  }

  #grow(length: number): void {
    const capacity = Math.min(Math.max(length, 2 * this.#buffer.length), this.#maxBytes);
    this.#permit.resize(capacity);
    const grown = Buffer.allocUnsafeSlow(capacity);
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }

  toBuffer(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }
}

function collect({ request, deadline }: RequestContext, bytes: BodyBytes): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose);
    };
    const contained = {
      fail: (error: unknown) => {
        stop();
        reject(error);
      },
    };
    const onData = contain(contained, (chunk: Buffer) => bytes.append(chunk));
    const onEnd = contain(contained, () => {
      stop();
      resolve(bytes.toBuffer());
    });
    const onClose = contain(contained, () => contained.fail(bodyBroken()));
    const onDeadline = contain(contained, () => contained.fail(createLate()));
    const timer = setTimeout(onDeadline, Math.max(deadline - Date.now(), 0));
    request.on('data', onData).once('end', onEnd).once('close', onClose);
  });
}

/**
 * Reads the whole body before any other work on the request; null when there is no body. The body keeps its share of
 * the budget until the response is closed. Rejects with PAYLOAD_TOO_LARGE, with BAD_REQUEST when the body is incomplete
 * at the deadline, or with the error of the budget.
 */
export async function readBody(
  requestContext: RequestContext,
  { budget, owner, maxBytes }: BodyOptions,
): Promise<Buffer | null> {
  const { request } = requestContext;
  if (!hasBody(request)) return null;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  if (request.destroyed) throw bodyBroken();
  const permit = budget.take(owner, 0);
  requestContext.onClose(permit.release);
  return collect(requestContext, new BodyBytes(permit, maxBytes));
}
