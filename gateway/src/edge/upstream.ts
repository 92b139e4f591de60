import { unavailable } from '@plotline/kit/errors';
import { Gauge, type Registry } from 'prom-client';
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

  get inFlight(): number {
    return this.#inFlight;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#pool.dispatch(options, handler);
  }

  /** Resolves once the requests in flight are answered. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Registers how many places are taken, and how many there are of each. */
export function registerUpstreamMetrics(registry: Registry, upstreams: ReadonlyMap<string, Upstream>): void {
  const registers = [registry];
  new Gauge({
    name: 'upstream_requests_in_flight',
    help: 'Requests to a service that are not answered yet, those that wait for a connection included.',
    labelNames: ['upstream'],
    registers,
    collect() {
      for (const [upstream, { inFlight }] of upstreams) this.set({ upstream }, inFlight);
    },
  });
  new Gauge({
    name: 'upstream_max_requests_in_flight',
    help: 'How many there may be to one service; more are refused.',
    registers,
  }).set(maxRequests);
}
