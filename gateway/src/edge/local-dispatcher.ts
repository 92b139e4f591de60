import type { Server } from 'node:http';
import { Dispatcher, errors } from 'undici';
import { LocalRequest } from './local-request.js';

/** Controller for a request that was not sent. */
const unsent: Dispatcher.DispatchController = {
  aborted: true,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};

/** Sends requests to a server in this process, without a connection. */
export class LocalDispatcher extends Dispatcher {
  readonly #findServer: () => Server | null;
  #inFlight = 0;
  #onIdle: (() => void) | null = null;

  /** `findServer` returns null while the service isn't available. */
  constructor(findServer: () => Server | null) {
    super();
    this.#findServer = findServer;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const server = this.#findServer();
    if (!server) {
      const refusal = new errors.SocketError('connect ECONNREFUSED');
      setImmediate(() => handler.onResponseError?.(unsent, refusal));
      return true;
    }
    this.#inFlight += 1;
    new LocalRequest(server, options, handler, () => this.#onEnd()).start(server);
    return true;
  }

  #onEnd(): void {
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#onIdle?.();
  }

  /** Resolves once all requests in flight have a response. */
  override close(): Promise<void>;
  override close(callback: () => void): void;
  override async close(callback?: () => void): Promise<void> {
    if (this.#inFlight > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    callback?.();
  }
}
