import { unavailable } from '@plotline/kit/errors';
import { type Dispatcher, Pool } from 'undici';

const maxConnections = 64;
/**
 * Shorter than a service that stops leaves idle connections open (DRAIN_MS), with a second for the resolution of undici's
 * timers: no request is sent over a connection that is just being closed.
 */
const keepAliveMs = 1_000;
/** Requests in flight, those that wait for a connection included. */
const maxRequests = 1_024;

/** The pool of connections to one service. */
export class Upstream {
  readonly #pool: Pool;
  #inFlight = 0;

  constructor(url: string) {
    // The deadline of a request is one timer over all of it; a timer for each phase would only add to the cost.
    this.#pool = new Pool(url, {
      connections: maxConnections,
      pipelining: 1,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      connectTimeout: 2_000,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Reserves a place for a request, to be released; throws SERVICE_UNAVAILABLE when all are taken. */
  acquire(): void {
    if (this.#inFlight >= maxRequests) throw unavailable('Too many requests wait for the service.', undefined, 1);
    this.#inFlight += 1;
  }

  release(): void {
    this.#inFlight -= 1;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#pool.dispatch(options, handler);
  }

  /** Resolves once the requests in flight are answered. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
