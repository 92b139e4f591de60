import { unavailable } from '@plotline/kit/errors';
import { type Dispatcher, Pool } from 'undici';

/** Connections to one service, and requests under way to it, those that wait for a connection included. */
const mostConnections = 64;
const mostRequests = 1_024;

/** The pooled connections to one service. */
export class Upstream {
  readonly #pool: Pool;
  #underWay = 0;

  constructor(url: string) {
    // The deadline of a request is one timer over all of it; timers by phase would only add to the cost.
    this.#pool = new Pool(url, {
      connections: mostConnections,
      pipelining: 1,
      connectTimeout: 2_000,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Takes a place, to be given back with `leave`; throws SERVICE_UNAVAILABLE when all are taken. */
  enter(): void {
    if (this.#underWay >= mostRequests) throw unavailable('Too many requests wait for the service.', undefined, 1);
    this.#underWay += 1;
  }

  leave(): void {
    this.#underWay -= 1;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#pool.dispatch(options, handler);
  }

  /** Resolves once the requests under way are answered. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
