import mongoose, { type Connection, type ConnectOptions, type mongo } from 'mongoose';
import type { Registry } from 'prom-client';
import type { Mode } from '../../core/caller.js';
import { databaseTimeoutMs } from '../../core/time.js';
import { isTransient } from '../../core/transient.js';
import { failOnClosedSockets } from './closed-sockets.js';
import { observeOperations } from './observe-operations.js';
import { registerOperationMetrics } from './operation-metrics.js';
import { startOperationSpan } from './operation-spans.js';
import { registerPoolMetrics } from './pool-metrics.js';

const writableTypes: ReadonlySet<string> = new Set(['RSPrimary', 'Mongos', 'Standalone', 'LoadBalancer']);
const probeTimeoutMs = 4_000;

/**
 * Watches MongoDB through the driver's monitors, which have their own connections. A query through the pool would wait
 * behind slow queries, so a busy database would take every replica out of service.
 */
export class ServerWatch {
  readonly #url: string;
  #client: mongo.MongoClient | null = null;
  #isReady = false;
  #answers = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Watches a client. Call it before the client connects. */
  follow(client: mongo.MongoClient): void {
    this.#client = client;
    client.on('topologyDescriptionChanged', ({ newDescription }) => {
      this.#isReady = [...newDescription.servers.values()].some(({ type }) => writableTypes.has(type));
    });
    client.on('connectionCheckedIn', () => {
      this.#answers += 1;
    });
  }

  /** Returns whether the driver knows a server that accepts writes. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Number of operations that have returned their connection. */
  get answers(): number {
    return this.#answers;
  }

  /** Sends a ping without waiting for its answer. */
  ping(): void {
    this.#client
      ?.db('admin')
      .command({ ping: 1 })
      .catch(() => undefined);
  }

  /** Returns whether a new client reaches a server that accepts writes. Creates the client for this check. */
  async isReachable(): Promise<boolean> {
    const timeouts = { serverSelectionTimeoutMS: probeTimeoutMs, connectTimeoutMS: probeTimeoutMs };
    const client = new mongoose.mongo.MongoClient(this.#url, {
      ...timeouts,
      socketTimeoutMS: probeTimeoutMs,
      maxPoolSize: 1,
    });
    try {
      await client.db('admin').command({ ping: 1 });
      return true;
    } catch {
      return false;
    } finally {
      await client.close().catch(() => undefined);
    }
  }
}

/** A service's two databases over one connection pool. The tenant of a call decides which one it uses. */
export interface Databases {
  readonly live: Connection;
  readonly sandbox: Connection;
  /** Watches whether the database is reachable and the driver gets answers. */
  readonly watch: ServerWatch;
  close(): Promise<void>;
}

/** The two modes, each with its own database. */
export const modes: readonly Mode[] = ['live', 'sandbox'];

/** Protocol version of MongoDB 8.0. It is the first whose `bulkWrite` stores documents in several collections. */
const minWireVersion = 25;

/** Rejects, and closes the connection, when the server lacks required commands. */
async function assertVersion(connection: Connection): Promise<void> {
  const answer = await connection.getClient().db('admin').command({ hello: 1 });
  const maxWireVersion = Number(answer['maxWireVersion']);
  if (maxWireVersion >= minWireVersion) return;
  await connection.close();
  throw new Error(`The database speaks protocol ${maxWireVersion}, but ${minWireVersion} (MongoDB 8.0) is required.`);
}

/** For operators' commands. Services wait longer. */
const defaultMaxConnectMs = 30_000;

interface OpenOptions {
  /** Called with each client before it connects. */
  readonly onClient: (client: mongo.MongoClient) => void;
  readonly onAway: (error: unknown) => void;
  readonly maxConnectMs: number;
}

async function open(
  connection: Connection,
  url: string,
  options: ConnectOptions,
  { onClient, onAway, maxConnectMs }: OpenOptions,
): Promise<void> {
  const end = Date.now() + maxConnectMs;
  for (;;) {
    try {
      const opening = connection.openUri(url, options);
      // The client exists before it connects.
      onClient(connection.getClient());
      await opening;
      await assertVersion(connection);
      return;
    } catch (error) {
      if (!isTransient(error) || Date.now() >= end) throw error;
      onAway(error);
    }
  }
}

/**
 * Connects to `<name>_live` and `<name>_sandbox`. Rejects when the database is unreachable for too long or older than
 * MongoDB 8.0.
 */
export async function connectDatabases(options: {
  readonly url: string;
  readonly name: string;
  /** Maximum connections of this process. */
  readonly poolSize: number;
  /**
   * Time after which an unanswered operation fails. If it is 0, an operation fails when the driver's server watch finds
   * that the server is gone.
   */
  readonly operationTimeoutMs?: number;
  /** Registry of the connections' metrics. */
  readonly registry?: Registry;
  /** Maximum wait for an unreachable database, 30 seconds by default. */
  readonly maxConnectMs?: number;
  /** Called after each failed attempt. */
  readonly onAway?: (error: unknown) => void;
}): Promise<Databases> {
  failOnClosedSockets();
  const connection = mongoose.createConnection();
  const watchPool = options.registry ? registerPoolMetrics(options.registry, options.poolSize) : () => undefined;
  const measure = options.registry ? registerOperationMetrics(options.registry) : () => () => undefined;
  const watch = new ServerWatch(options.url);
  const connectOptions: ConnectOptions = {
    autoCreate: false,
    autoIndex: false,
    // Otherwise mongoose would hold operations while it is disconnected and send them later, even after their deadline.
    bufferCommands: false,
    dbName: `${options.name}_live`,
    maxPoolSize: options.poolSize,
    minPoolSize: 1,
    readPreference: 'primary',
    // An acknowledged write survives a failover, and reads return nothing that a failover can undo.
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 5_000,
    // Maximum time until a server that is reachable again is used.
    heartbeatFrequencyMS: 5_000,
    socketTimeoutMS: options.operationTimeoutMs ?? databaseTimeoutMs,
    waitQueueTimeoutMS: 5_000,
  };
  const onClient = (client: mongo.MongoClient) => {
    watch.follow(client);
    watchPool(client);
    observeOperations(client, (operation) => {
      const [endMeasurement, endSpan] = [measure(operation), startOperationSpan(operation)];
      return (error) => {
        endMeasurement(error);
        endSpan(error);
      };
    });
  };
  const { maxConnectMs = defaultMaxConnectMs, onAway = () => undefined } = options;
  await open(connection, options.url, connectOptions, { onClient, onAway, maxConnectMs });
  return {
    live: connection,
    sandbox: connection.useDb(`${options.name}_sandbox`, { useCache: true }),
    watch,
    close: () => connection.close(),
  };
}
