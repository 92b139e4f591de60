import { type CallerKeys, createCallerKeys } from '../caller-keys.js';
import { IdempotencyKeys, idempotencyCollection } from '../idempotency/keys.js';
import { Lease, leaseCollection } from '../jobs/lease.js';
import { journalPositions } from '../journal/event-expiry.js';
import { declaredJournal, Journal } from '../journal/journal.js';
import { createKeyring } from '../keyring.js';
import { Collection } from '../mongo/collection.js';
import { connectDatabases, type Databases } from '../mongo/connect.js';
import type { DeclaredCollection } from '../mongo/indexes.js';
import type { CollectionOptions } from '../mongo/record-model.js';
import type { Versioned } from '../mongo/records.js';
import { type CallerKeyConfig, toCallerKeyOptions } from './caller-key-specs.js';
import type { ServiceConfig } from './config.js';
import { createLog, type Logger } from './log.js';
import { createMetrics, type Metrics } from './metrics.js';
import { networkTransports, type Transports } from './transports.js';

export type Clock = () => Date;

/** What every service is built on; a service's own context is built from it. */
export interface ServiceRuntime {
  readonly name: string;
  /** Sign calls of other services, and verify those of this one. */
  readonly callerKeys: CallerKeys;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly databases: Databases;
  readonly journal: Journal;
  readonly idempotency: IdempotencyKeys;
  readonly lease: Lease;
  readonly clock: Clock;
  /** How other services are reached, and this one. */
  readonly transports: Transports;
  /** Declares a collection; the migration job creates it and its indexes. */
  collection<T extends Versioned>(options: CollectionOptions<T>): Collection<T>;
  /** Declares what the migration job creates besides: further indexes of a collection. */
  declare(collection: DeclaredCollection): void;
  /** All collections of the service. */
  readonly declared: readonly DeclaredCollection[];
}

/** What a runtime reads of a service's configuration, besides where its databases are. */
type RuntimeConfig = CallerKeyConfig &
  Pick<ServiceConfig, 'ANSWER_SEAL_SECRET' | 'ANSWER_SEAL_SECRET_PREVIOUS' | 'LOG_LEVEL'>;

interface RuntimeOptions {
  /** For tests that need a certain time. */
  readonly clock?: Clock | undefined;
  /** The network unless the process has other services, too. */
  readonly transports?: Transports;
  /** How long a database that is away is waited for. */
  readonly maxConnectMs?: number;
}

/** A service that starts waits for its database so long: a process that ends would be started again, later and later. */
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
    onAway: (error) => log.warn({ err: error }, 'database not reached; retrying'),
    ...(options?.maxConnectMs !== undefined && { maxConnectMs: options.maxConnectMs }),
  });
  return createRuntimeOn(databases, name, config, options, metrics);
}

/** The runtime on databases that may not be connected: what a service stores is declared all the same. */
export function createRuntimeOn(
  databases: Databases,
  name: string,
  config: RuntimeConfig,
  { clock = () => new Date(), transports = networkTransports }: RuntimeOptions = {},
  metrics = createMetrics(name),
): ServiceRuntime {
  const answerKeys = createKeyring(config.ANSWER_SEAL_SECRET, config.ANSWER_SEAL_SECRET_PREVIOUS);
  const idempotency = new IdempotencyKeys(databases, answerKeys);
  const journal = new Journal(databases, idempotency, clock);
  const declared = [declaredJournal, journalPositions, idempotencyCollection, leaseCollection];
  return {
    name,
    callerKeys: createCallerKeys(toCallerKeyOptions(config)),
    log: createLog(name, config.LOG_LEVEL),
    metrics,
    databases,
    journal,
    idempotency,
    lease: new Lease(databases),
    clock,
    transports,
    collection: <T extends Versioned>(options: CollectionOptions<T>) => {
      const collection = new Collection<T>(databases, options);
      declared.push(collection.declared);
      return collection;
    },
    declare: (collection) => void declared.push(collection),
    declared,
  };
}
