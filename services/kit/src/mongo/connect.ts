import mongoose, { type Connection } from 'mongoose';
import type { Mode } from '../caller.js';
import { databaseTimeoutMs } from '../deadline.js';

/** A service's two databases over one pool of connections; which one a call uses is decided by its tenant. */
export interface Databases {
  readonly live: Connection;
  readonly sandbox: Connection;
  /** Whether the database answers within a second. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

export const modes: readonly Mode[] = ['live', 'sandbox'];

/** Connections of one process to its databases. */
export const poolSize = 12;

/** Connects to `<name>_live` and `<name>_sandbox`, or rejects within five seconds. */
export async function connectDatabases(options: { readonly url: string; readonly name: string }): Promise<Databases> {
  const connection = mongoose.createConnection(options.url, {
    autoCreate: false,
    autoIndex: false,
    dbName: `${options.name}_live`,
    maxPoolSize: poolSize,
    minPoolSize: 1,
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 5_000,
    socketTimeoutMS: databaseTimeoutMs,
    waitQueueTimeoutMS: 5_000,
  });
  await connection.asPromise();
  return {
    live: connection,
    sandbox: connection.useDb(`${options.name}_sandbox`, { useCache: true }),
    ready: async () => {
      const answer = await connection.db?.command({ ping: 1 }, { timeoutMS: 1_000 });
      return answer?.ok === 1;
    },
    close: () => connection.close(),
  };
}
