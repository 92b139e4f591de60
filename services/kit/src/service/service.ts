import { createBroker } from '../broker/broker.js';
import type { Consumer } from '../broker/consume.js';
import { requestBudgetMs } from '../core/time.js';
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
import type { Stoppable } from './lifecycle.js';
import { assertMigrated } from './migrate.js';
import { Readiness } from './readiness.js';
import type { ServiceRuntime } from './runtime.js';

/** Everything that a service registers: its contract with handlers, RPCs, consumers, peers and workers. */
export interface Service {
  readonly contract: URL;
  /** Folder of the compiled migrations. The service does not start on databases that lack one. */
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

/** The process manager starts the process again. */
function exitOnLoss(): void {
  process.exit(1);
}

/**
 * Starts a service. Resolves, once it listens, to its components in the order in which they must be stopped. The
 * process exits with code 1 when its driver has lost MongoDB for good, unless `onLost` does something else.
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
  const tracing = await startTracing(name, config, log);
  const { registry } = metrics;
  const workers = [...ownWorkers, createEventExpiry(runtime)];
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
