import type { Logger } from 'pino';
import { createBroker } from '../broker/broker.js';
import type { Consumer } from '../broker/consume.js';
import { realTime, requestBudgetMs, type Time, type Timer } from '../core/time.js';
import type { Handlers } from '../http/handler.js';
import { closeServer, listen } from '../http/server.js';
import { createServiceServer, type PublicServerOptions } from '../http/service-server.js';
import type { Peer } from '../rpc/client.js';
import { createRpcServer, type RpcServices } from '../rpc/server.js';
import { Outbox } from '../store/journal/outbox.js';
import { Relay } from '../store/journal/relay.js';
import { createEventExpiry } from '../tasks/periodic-task.js';
import { startTracing } from '../telemetry/start-tracing.js';
import type { ServiceConfig } from './config.js';
import { assertArchiveReadable, createArchivingOf } from './journal-archive.js';
import type { Stoppable } from './lifecycle.js';
import { assertMigrated } from './migrate.js';
import type { ServiceRuntime } from './runtime.js';

const intervalMs = 5_000;
/** Consecutive checks without an answer before the cause is examined: about half a minute. */
const maxSilent = 6;
/**
 * Number of consecutive checks in which a new client reaches the database while the process's own client gets no
 * answer. After this number, the driver won't recover.
 */
const maxReached = 3;

/** State of the watched database. */
export interface WatchedDatabase {
  /** Whether the driver knows a server that accepts writes. */
  readonly isReady: boolean;
  /** Number of operations answered so far. */
  readonly answers: number;
  /** Sends an operation without waiting for its answer. */
  ping(): void;
  /** Whether a new client reaches the database. */
  isReachable(): Promise<boolean>;
}

export interface ReadinessOptions {
  readonly database: WatchedDatabase;
  /** Called once when the driver has lost a reachable database. */
  readonly onLost: () => void;
  readonly log: Logger;
  readonly time?: Time;
}

/**
 * Reports to `/ready` whether a service can answer, and watches the driver.
 *
 * If the database is unavailable, the service waits. The driver reconnects when the database is back, and a new process
 * couldn't do more. But a driver can lose its server for good, and then only a new process helps. This has happened if
 * new clients repeatedly reach the server. The watch counts checks instead of time, because a process that was paused
 * for a minute has lost nothing.
 */
export class Readiness {
  readonly #options: ReadinessOptions;
  #isDraining = false;
  #answers = 0;
  #silent = 0;
  #reachableAttempts = 0;
  #isProbing = false;
  #timer: Timer | undefined;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** Returns whether the service can answer now. */
  isReady(): boolean {
    return !this.#isDraining && this.#options.database.isReady;
  }

  /** Starts to watch. */
  watch(): void {
    const { time = realTime } = this.#options;
    this.#timer = time.setInterval(() => void this.#look(), intervalMs).unref();
    this.#options.database.ping();
  }

  /** Makes the service report that it isn't ready, because it is stopping. */
  drain(): void {
    this.#isDraining = true;
    this.#timer?.cancel();
  }

  async #look(): Promise<void> {
    const { database, log, onLost } = this.#options;
    if (this.#hasAnswered()) {
      this.#silent = 0;
      this.#reachableAttempts = 0;
    } else this.#silent += 1;
    database.ping();
    if (this.#silent <= maxSilent || this.#isProbing) return;
    if (this.#silent === maxSilent + 1) log.warn('MongoDB does not answer, waiting');
    this.#isProbing = true;
    const isReachable = await database.isReachable();
    this.#isProbing = false;
    this.#reachableAttempts = isReachable ? this.#reachableAttempts + 1 : 0;
    if (this.#reachableAttempts < maxReached || this.#isDraining || this.#hasAnswered()) return;
    this.drain();
    onLost();
  }

  /** Returns whether there was an answer since the last call. */
  #hasAnswered(): boolean {
    const { answers } = this.#options.database;
    const hasAnswered = answers !== this.#answers;
    this.#answers = answers;
    return hasAnswered;
  }
}

/** Everything that a service registers: its contract with handlers, RPCs, consumers, peers and workers. */
export interface Service {
  readonly contract: URL;
  /** Folder of the compiled migrations. The service doesn't start if one of them has not run in its databases. */
  readonly migrations: URL;
  readonly handlers: Handlers;
  /** For a service that clients reach directly over HTTP. */
  readonly server?: PublicServerOptions;
  readonly rpc?: RpcServices;
  readonly consumers?: readonly Consumer[];
  readonly peers?: readonly Peer[];
  /** Background work that starts once the service listens. */
  readonly workers?: readonly { readonly name: string; start(): void; stop(): Promise<void> }[];
}

/** Ends the process, so that the process manager starts a new one. */
function exitOnLoss(): void {
  process.exit(1);
}

/**
 * Starts a service. When it listens, resolves to its components in the order in which they must be stopped. The process
 * exits with code 1 if its driver has lost MongoDB for good, unless `onLost` does something else.
 */
export async function startService(
  runtime: ServiceRuntime,
  config: ServiceConfig,
  service: Service,
  onLost = exitOnLoss,
): Promise<Stoppable[]> {
  const { name, log, databases, idempotency, journal, lease, metrics, callerKeys, transports } = runtime;
  const { consumers = [], workers: ownWorkers = [] } = service;
  await assertMigrated(runtime, service.migrations);
  await assertArchiveReadable(runtime);
  const tracing = await startTracing(name, config, log);
  const { registry } = metrics;
  const workers = [...ownWorkers, createEventExpiry(runtime), ...createArchivingOf(runtime)];
  const broker = await createBroker({ url: config.AMQP_URL, log, consumers, registry });
  const relay = new Relay({ journal, outbox: new Outbox(databases), broker, lease, log, registry });
  const rpc = createRpcServer(service.rpc ?? []);
  const readiness = new Readiness({
    database: databases.watch,
    onLost: () => {
      log.fatal('driver lost a reachable MongoDB, exiting so that a new process can connect');
      onLost();
    },
    log,
  });
  const server = createServiceServer({
    contract: service.contract,
    handlers: service.handlers,
    ...service.server,
    idempotency,
    name,
    callerKeys,
    log,
    metrics,
    ready: () => readiness.isReady(),
  });
  await rpc.listen(config.GRPC_PORT, config.LISTEN_HOST);
  await listen(server, config.HTTP_PORT, config.LISTEN_HOST);
  for (const worker of workers) worker.start();
  const stopServing = transports.serve({ name, server, rpc: service.rpc ?? [] });
  log.info({ http_port: config.HTTP_PORT, grpc_port: config.GRPC_PORT }, 'listening');
  readiness.watch();
  const drain = () => {
    readiness.drain();
    rpc.drain();
  };
  const stopCalls = () => Promise.all([rpc.close(), stopServing()]);
  return [
    { name: 'readiness', stop: drain },
    ...workers.map((worker) => ({ name: worker.name, stop: () => worker.stop() })),
    { name: 'consumers', stop: () => broker.stopConsuming() },
    { name: 'http', stop: () => closeServer(server, config.DRAIN_MS), timeoutMs: config.DRAIN_MS + requestBudgetMs },
    { name: 'grpc', stop: stopCalls, timeoutMs: requestBudgetMs + 1_000 },
    { name: 'peers', stop: () => service.peers?.forEach((peer) => void peer.close()) },
    { name: 'relay', stop: () => relay.stop() },
    { name: 'broker', stop: () => broker.close() },
    { name: 'databases', stop: () => databases.close() },
    ...tracing,
  ];
}
