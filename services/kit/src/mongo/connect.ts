import { setTimeout as sleep } from 'node:timers/promises';
import mongoose, { type Connection } from 'mongoose';
import type { Mode } from '../caller.js';
import { databaseTimeoutMs } from '../deadline.js';

/** A service's two databases over one pool of connections. The tenant of a call decides which one it uses. */
export interface Databases {
  readonly live: Connection;
  readonly sandbox: Connection;
  /** Whether the database answers within a second. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

export const modes: readonly Mode[] = ['live', 'sandbox'];

/** Connections of one process to its databases. */
export const poolSize = 12;

const pingTimeoutMs = 1_000;

/** Connects to `<name>_live` and `<name>_sandbox`, or rejects within five seconds. */
export async function connectDatabases(options: { readonly url: string; readonly name: string }): Promise<Databases> {
  const connection = mongoose.createConnection(options.url, {
    autoCreate: false,
    autoIndex: false,
    // mongoose would keep operations back while it is disconnected and put them later, whatever their deadline.
    bufferCommands: false,
    dbName: `${options.name}_live`,
    maxPoolSize: poolSize,
    minPoolSize: 1,
    readPreference: 'primary',
    // A write that was acknowledged survives a failover, and nothing is read that a failover can undo.
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 5_000,
    heartbeatFrequencyMS: 2_000,
    socketTimeoutMS: databaseTimeoutMs,
    waitQueueTimeoutMS: 5_000,
  });
  await connection.asPromise();
  return {
    live: connection,
    sandbox: connection.useDb(`${options.name}_sandbox`, { useCache: true }),
    isReady: async () => {
      const timeout = sleep(pingTimeoutMs, null, { ref: false });
      const answer = await Promise.race([connection.db?.command({ ping: 1 }), timeout]);
      return answer?.ok === 1;
    },
    close: () => connection.close(),
  };
}
