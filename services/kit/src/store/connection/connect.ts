import mongoose, { type Connection, type ConnectOptions, type mongo } from 'mongoose';
import type { Registry } from 'prom-client';
import type { Mode } from '../../core/caller.js';
import { databaseTimeoutMs } from '../../core/deadline.js';
import { isTransient } from '../../core/transient.js';
import { failOnClosedSockets } from './closed-sockets.js';
import { registerPoolMetrics } from './pool-metrics.js';
import { ServerWatch } from './server-watch.js';

/** A service's two databases over one pool of connections. The tenant of a call decides which one it uses. */
export interface Databases {
  readonly live: Connection;
  readonly sandbox: Connection;
  /** Whether the database is there, and whether the driver gets answers. */
  readonly watch: ServerWatch;
  close(): Promise<void>;
}

/** Both modes, each with a database of its own. */
export const modes: readonly Mode[] = ['live', 'sandbox'];

/** The protocol of MongoDB 8.0, the first whose `bulkWrite` stores documents of several collections. */
const minWireVersion = 25;

/** Rejects, and closes the connection, when the server lacks commands that are needed. */
async function assertVersion(connection: Connection): Promise<void> {
  const answer = await connection.getClient().db('admin').command({ hello: 1 });
  const maxWireVersion = Number(answer['maxWireVersion']);
  if (maxWireVersion >= minWireVersion) return;
  await connection.close();
  throw new Error(`The database speaks protocol ${maxWireVersion}, and ${minWireVersion} is needed: MongoDB 8.0.`);
}

/** For an operator's command; a service waits longer. */
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
      // It is there at once, before it connects.
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

/** Connects to `<name>_live` and `<name>_sandbox`, or rejects when the database has been away for too long, or is older than MongoDB 8.0. */
export async function connectDatabases(options: {
  readonly url: string;
  readonly name: string;
  /** Connections of this process. */
  readonly poolSize: number;
  /** After this an operation that got no answer has failed; 0: when the watch on the server finds that it is gone. */
  readonly operationTimeoutMs?: number;
  /** Gets what is measured of the connections. */
  readonly registry?: Registry;
  /** How long a database that is away is waited for; 30 seconds by default. */
  readonly maxConnectMs?: number;
  /** Told of each attempt that failed. */
  readonly onAway?: (error: unknown) => void;
}): Promise<Databases> {
  failOnClosedSockets();
  const connection = mongoose.createConnection();
  const watchPool = options.registry ? registerPoolMetrics(options.registry, options.poolSize) : () => undefined;
  const watch = new ServerWatch(options.url);
  const connectOptions: ConnectOptions = {
    autoCreate: false,
    autoIndex: false,
    // mongoose would keep operations back while it is disconnected and put them later, whatever their deadline.
    bufferCommands: false,
    dbName: `${options.name}_live`,
    maxPoolSize: options.poolSize,
    minPoolSize: 1,
    readPreference: 'primary',
    // A write that was acknowledged survives a failover, and nothing is read that a failover can undo.
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 5_000,
    // A server that was found again is used this much later at most.
    heartbeatFrequencyMS: 5_000,
    socketTimeoutMS: options.operationTimeoutMs ?? databaseTimeoutMs,
    waitQueueTimeoutMS: 5_000,
  };
  const onClient = (client: mongo.MongoClient) => {
    watch.follow(client);
    watchPool(client);
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
