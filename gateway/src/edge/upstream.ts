import { isIPv6 } from 'node:net';
import { unavailable } from '@plotline/kit/core/errors';
import { Gauge, type Registry } from 'prom-client';
import { type Dispatcher, Pool } from 'undici';
import { watchAddresses } from './watch-addresses.js';

/** To one process. */
const maxConnections = 64;
/**
 * Shorter than a service that stops leaves idle connections open (DRAIN_MS), with a second for the resolution of undici's
 * timers: no request is sent over a connection that is just being closed.
 */
const keepAliveMs = 1_000;
/** Requests in flight, those that wait for a connection included. */
const maxRequests = 1_024;
/** For which an address that could not be connected to is the last choice. */
const restMs = 5_000;

/** Opens what sends requests to one process. */
export type OpenDispatcher = (origin: string) => Dispatcher;

function openPool(origin: string): Dispatcher {
  // The deadline of a request is one timer over all of it; a timer for each phase would only add to the cost.
  return new Pool(origin, {
    connections: maxConnections,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    connectTimeout: 2_000,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** A process of a service, or all of them by their name until their addresses are known. */
class Replica {
  readonly #dispatcher: Dispatcher;
  inFlight = 0;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(dispatcher: Dispatcher) {
    this.#dispatcher = dispatcher;
    this.#dispatcher.on('connect', () => {
      this.#failedAt = Number.NEGATIVE_INFINITY;
    });
    this.#dispatcher.on('connectionError', () => {
      this.#failedAt = performance.now();
    });
  }

  get rests(): boolean {
    return performance.now() - this.#failedAt < restMs;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#dispatcher.dispatch(options, handler);
  }

  /** Resolves once the requests in flight are answered. */
  close(): Promise<void> {
    return this.#dispatcher.close();
  }
}

/** Chooses where a request is sent that was sent to these already. */
type ChooseReplica = (tried: ReadonlySet<Replica>) => Replica;

/** The processes of one service, each with a pool of connections. A request goes to the one that has the fewest in flight. */
export class Upstream {
  #replicas: ReadonlyMap<string, Replica>;
  #inFlight = 0;
  #turn = 0;
  readonly #stopWatching: () => void;

  /** `url` has a name, behind which are the addresses of all processes, or one address. */
  constructor(url: string, open: OpenDispatcher = openPool) {
    const { protocol, hostname, port } = new URL(url);
    const toOrigin = (host: string) => `${protocol}//${isIPv6(host) ? `[${host}]` : host}${port && `:${port}`}`;
    const create = (host: string) => this.#replicas.get(host) ?? new Replica(open(toOrigin(host)));
    this.#replicas = new Map([[hostname, new Replica(open(toOrigin(hostname)))]]);
    this.#stopWatching = watchAddresses(hostname, (addresses) => {
      const gone = [...this.#replicas].filter(([host]) => !addresses.includes(host));
      this.#replicas = new Map(addresses.map((host) => [host, create(host)]));
      for (const [, replica] of gone) void replica.close();
    });
  }

  /** Reserves a place for a request, to be released; throws SERVICE_UNAVAILABLE when all are taken. */
  open(): UpstreamRequest {
    if (this.#inFlight >= maxRequests) throw unavailable('Too many requests wait for the service.', undefined, 1);
    this.#inFlight += 1;
    return new UpstreamRequest(
      (tried) => this.#choose(tried),
      () => {
        this.#inFlight -= 1;
      },
    );
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** One that was not tried, before those that rest, with the fewest requests in flight; of equal ones each in turn. */
  #choose(tried: ReadonlySet<Replica>): Replica {
    const rank = (replica: Replica) => (tried.has(replica) ? 2 : 0) + (replica.rests ? 1 : 0);
    this.#turn += 1;
    const all = [...this.#replicas.values()];
    const first = this.#turn % all.length;
    return [...all.slice(first), ...all.slice(0, first)].reduce((best, one) =>
      (rank(one) - rank(best) || one.inFlight - best.inFlight) < 0 ? one : best,
    );
  }

  /** Resolves once the requests in flight are answered. */
  async close(): Promise<void> {
    this.#stopWatching();
    await Promise.all([...this.#replicas.values()].map((replica) => replica.close()));
  }
}

/** A request to a service, in flight until it is released, whichever process it is sent to. */
export class UpstreamRequest {
  readonly #choose: ChooseReplica;
  readonly #onRelease: () => void;
  readonly #tried = new Set<Replica>();
  #replica: Replica | null = null;

  constructor(choose: ChooseReplica, onRelease: () => void) {
    this.#choose = choose;
    this.#onRelease = onRelease;
  }

  /** Sends it; again to another process if there is one. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#leave();
    this.#replica = this.#choose(this.#tried);
    this.#tried.add(this.#replica);
    this.#replica.inFlight += 1;
    this.#replica.dispatch(options, handler);
  }

  release(): void {
    this.#leave();
    this.#onRelease();
  }

  #leave(): void {
    if (this.#replica) this.#replica.inFlight -= 1;
    this.#replica = null;
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
