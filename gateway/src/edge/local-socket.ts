import { Socket } from 'node:net';

/** Accepts written bytes, and calls `callback` when it can accept more. */
type TakeBytes = (chunk: Buffer | string, encoding: BufferEncoding, done: () => void) => void;

/**
 * Replaces the connection of a request within the process, because Node's request and response objects keep their
 * states, deadlines and backpressure on a socket. Receives no bytes itself. Passes written bytes to `take`, one chunk
 * at a time.
 */
export class LocalSocket extends Socket {
  /** Address that a service sees for a loopback connection. */
  override readonly remoteAddress = '127.0.0.1';
  readonly #take: TakeBytes;
  /** Called when the service reads more of the body. */
  onDemand: (() => void) | null = null;

  constructor(take: TakeBytes) {
    super();
    this.#take = take;
  }

  override _read(): void {}

  override resume(): this {
    this.onDemand?.();
    return this;
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, callback: () => void): void {
    // The timeout applies only to a connection without activity.
    if (this.timeout) this.setTimeout(this.timeout);
    this.#take(chunk, encoding, callback);
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer | string; readonly encoding: BufferEncoding }[],
    callback: () => void,
  ): void {
    const bytes = chunks.map(({ chunk, encoding }) =>
      typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk,
    );
    this._write(Buffer.concat(bytes), 'utf8', callback);
  }
}
