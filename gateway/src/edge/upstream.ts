import { isIPv6 } from 'node:net';
import { unavailable } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';
import { Gauge, type Registry } from 'prom-client';
import { type Dispatcher, Pool } from 'undici';
import { watchAddresses } from './watch-addresses.js';

/** Connections to one process. */
const maxConnections = 64;
/**
 * A second shorter than the time for which a stopping service keeps idle connections open (DRAIN_MS), because undici's
 * timers are coarse. This way no request is sent over a connection that is being closed.
 */
const keepAliveMs = 1_000;
/** Maximum requests in flight, including requests that wait for a connection. */
const maxRequests = 1_024;
/** Time for which an unreachable address is used only as a last resort. */
const restMs = 5_000;

/** Opens a dispatcher that sends requests to one process. */
export type OpenDispatcher = (origin: string) => Dispatcher;

function openPool(origin: string): Dispatcher {
  // Sets no timeouts for single phases, because one timer covers the deadline of the whole request.
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

/**
 * A process of a service. Until the addresses are known, one replica with the service's name stands for all of them.
 */
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

  /** Resolves once all requests in flight have a response. */
  close(): Promise<void> {
    return this.#dispatcher.close();
  }
}

/** Chooses a replica for a request that was already sent to the given replicas. */
type ChooseReplica = (tried: ReadonlySet<Replica>) => Replica;

/**
 * The processes of one service, each with a pool of connections. A request goes to the process with the fewest requests
 * in flight.
 */
export class Upstream {
  #replicas: ReadonlyMap<string, Replica>;
  readonly #requests = new Limiter({
    max: maxRequests,
    refuse: () => unavailable('Too many requests are waiting for the service.', undefined, 1),
  });
  #turn = 0;
  readonly #stopWatching: () => void;

  /** `url` has a single address, or a name that resolves to the addresses of all processes. */
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

  /** Reserves a place for a request, which must be released. Throws SERVICE_UNAVAILABLE when all places are taken. */
  open(): UpstreamRequest {
    const { release } = this.#requests.take();
    return new UpstreamRequest((tried) => this.#choose(tried), release);
  }

  get inFlight(): number {
    return this.#requests.inUse;
  }

  /**
   * Chooses an untried replica with the fewest requests in flight. Replicas that failed recently are chosen last. Equal
   * replicas take turns.
   */
  #choose(tried: ReadonlySet<Replica>): Replica {
    const rank = (replica: Replica) => (tried.has(replica) ? 2 : 0) + (replica.rests ? 1 : 0);
    this.#turn += 1;
    const all = [...this.#replicas.values()];
    const first = this.#turn % all.length;
    return [...all.slice(first), ...all.slice(0, first)].reduce((best, one) =>
      (rank(one) - rank(best) || one.inFlight - best.inFlight) < 0 ? one : best,
    );
  }

  /** Resolves once all requests in flight have a response. */
  async close(): Promise<void> {
    this.#stopWatching();
    await Promise.all([...this.#replicas.values()].map((replica) => replica.close()));
  }
}

/** A request to a service. It is in flight until it is released. */
export class UpstreamRequest {
  readonly #choose: ChooseReplica;
  readonly #onRelease: () => void;
  readonly #tried = new Set<Replica>();
  #replica: Replica | null = null;

  constructor(choose: ChooseReplica, onRelease: () => void) {
    this.#choose = choose;
    this.#onRelease = onRelease;
  }

  /** Sends the request. On a retry, chooses a different process if there is one. */
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

/** Registers metrics for the places in use and their maximum, by service. */
export function registerUpstreamMetrics(registry: Registry, upstreams: ReadonlyMap<string, Upstream>): void {
  const registers = [registry];
  new Gauge({
    name: 'plotline_upstream_requests_in_flight',
    help: 'Requests to a service that are not answered yet, including those that wait for a connection.',
    labelNames: ['upstream'],
    registers,
    collect() {
      for (const [upstream, { inFlight }] of upstreams) this.set({ upstream }, inFlight);
    },
  });
  new Gauge({
    name: 'plotline_upstream_max_requests_in_flight',
    help: 'Maximum of unanswered requests to one service; more are refused.',
    registers,
  }).set(maxRequests);
}
