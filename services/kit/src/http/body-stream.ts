import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Problem } from '../core/errors.js';

/** 413. */
export function bodyTooLarge(maxBytes: number): Problem {
  return new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`);
}

/** 400: the client aborted. */
export function bodyBroken(): Problem {
  return new Problem('BAD_REQUEST', 'The body is shorter than its Content-Length.');
}

interface BodyStreamOptions {
  readonly maxBytes: number;
  /** Called when all bytes have arrived. The stream ends once it resolves, and fails when it rejects. */
  readonly beforeEnd?: () => Promise<void>;
}

/**
 * The body of a request as it arrives, with backpressure. Fails with the Problem to answer when the body is larger than
 * `maxBytes` or breaks off. Unlike the request, it can be destroyed without the connection, which the answer still
 * needs; later bytes are discarded.
 */
export class BodyStream extends Readable {
  readonly #request: IncomingMessage;
  readonly #options: BodyStreamOptions;
  /** Chunks that arrived in this turn, so that a chunk of one byte costs no push of its own. */
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

  /** Time at which the last byte arrived, in milliseconds since the epoch; null before. */
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
