import { Socket } from 'node:net';

/** Takes bytes that were written, and calls back when there may be more. */
type TakeBytes = (chunk: Buffer | string, encoding: BufferEncoding, done: () => void) => void;

/**
 * Stands in for the connection of a request from within the process: Node's own request and response objects keep their states,
 * deadlines and backpressure by it. Nothing arrives over it; what is written goes to `take`, a chunk at a time.
 */
export class LocalSocket extends Socket {
  /** What a service sees that is reached over a loopback connection. */
  override readonly remoteAddress = '127.0.0.1';
  readonly #take: TakeBytes;
  /** Called when the request wants more of its body. */
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
    // A timeout is for a connection on which nothing moves.
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
