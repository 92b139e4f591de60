import { type CallerKeys, createCallerKeys } from '../core/caller-keys.js';
import { createKeyring } from '../core/secrets.js';
import type { Clock } from '../core/time.js';
import { connectDatabases, type Databases } from '../store/connection/connect.js';
import type { ArchiveLocation } from '../store/journal/archive/archive-entries.js';
import { createStoreRuntime, type StoreRuntime } from '../store/store-runtime.js';
import { journalPositions } from '../tasks/periodic-task.js';
import { createLog } from '../telemetry/log.js';
import { createMetrics } from '../telemetry/metrics.js';
import { type CallerKeyConfig, type ServiceConfig, toCallerKeyOptions } from './config.js';
import { networkTransports, type Transports } from './transports.js';

/** Shared base of each service's own context. */
export interface ServiceRuntime extends StoreRuntime {
  /** Keys that sign calls to other services and verify calls to this service. */
  readonly callerKeys: CallerKeys;
  /** Connections to other services, and from them to this service. */
  readonly transports: Transports;
}

/** Configuration of a runtime, apart from the address of the databases. */
type RuntimeConfig = CallerKeyConfig &
  Pick<ServiceConfig, 'ANSWER_SEAL_SECRET' | 'ANSWER_SEAL_SECRET_PREVIOUS' | 'LOG_LEVEL'>;

interface RuntimeOptions {
  /** Clock for tests that need a certain time. */
  readonly clock?: Clock | undefined;
  /** By default, the network. A process with several services uses local transports. */
  readonly transports?: Transports;
  /** Bucket for old entries of the journal. By default, all entries stay in the database. */
  readonly archive?: ArchiveLocation | undefined;
  /** Maximum wait for an unreachable database, in milliseconds. */
  readonly maxConnectMs?: number;
}

/**
 * A starting service waits this long for its database. If it exited instead, it would be restarted with growing delays.
 */
export const maxStartMs = 600_000;

/** Connects to the service's databases. */
export async function createRuntime(
  name: string,
  config: ServiceConfig,
  options?: RuntimeOptions,
): Promise<ServiceRuntime> {
  const metrics = createMetrics(name);
  const log = createLog(name, config.LOG_LEVEL);
  const databases = await connectDatabases({
    url: config.MONGO_URL,
    name: config.MONGO_DATABASE,
    poolSize: config.MONGO_POOL_SIZE,
    registry: metrics.registry,
    onAway: (error) => log.warn({ err: error }, 'database unreachable, retrying'),
    ...(options?.maxConnectMs !== undefined && { maxConnectMs: options.maxConnectMs }),
  });
  return createRuntimeOn(databases, name, config, options, metrics);
}

/**
 * Creates the runtime on databases that may not be connected. The service's collections are declared in either case.
 */
export function createRuntimeOn(
  databases: Databases,
  name: string,
  config: RuntimeConfig,
  { clock = () => new Date(), transports = networkTransports, archive }: RuntimeOptions = {},
  metrics = createMetrics(name),
): ServiceRuntime {
  const store = createStoreRuntime({
    name,
    log: createLog(name, config.LOG_LEVEL),
    metrics,
    databases,
    clock,
    archive,
    answerKeys: createKeyring(config.ANSWER_SEAL_SECRET, config.ANSWER_SEAL_SECRET_PREVIOUS),
  });
  store.declare(journalPositions);
  return { ...store, callerKeys: createCallerKeys(toCallerKeyOptions(config)), transports };
}
