/** Limits of the bridge. Tests lower them. */
export interface Limits {
  /** Maximum open client sockets. Any further socket receives an error and is closed. */
  readonly sockets: number;
  /** Maximum PostgreSQL connections, shared by all clients. */
  readonly connections: number;
  /** Maximum connections in use by open transactions. The other connections always serve single commands. */
  readonly transactions: number;
  /** Maximum commands that wait for a connection. */
  readonly waitingCommands: number;
  /** Milliseconds that a command waits for a connection, also while the database restarts. */
  readonly connectionWaitMs: number;
  /** Milliseconds that a transaction waits for one of its connections. */
  readonly transactionWaitMs: number;
  /**
   * Milliseconds without a command after which a transaction is rolled back. mongod waits a minute. The bridge waits
   * less, because a client that froze or abandoned its commit must not block others for long.
   */
  readonly transactionIdleMs: number;
  /** Milliseconds after its start at which a transaction without a running command is rolled back, as in mongod. */
  readonly transactionLifetimeMs: number;
  /** Maximum snapshots kept open for further reads. Above the limit, the one that has been unused longest is closed. */
  readonly snapshots: number;
  /**
   * Milliseconds without a read after which a snapshot is closed. While a snapshot is open, PostgreSQL can't vacuum
   * older row versions.
   */
  readonly snapshotIdleMs: number;
  /** Milliseconds after which a snapshot is closed in any case. */
  readonly snapshotLifetimeMs: number;
  readonly cursors: number;
  /** Milliseconds without a getMore after which a cursor expires, as in mongod. */
  readonly cursorIdleMs: number;
}

export const defaultLimits: Limits = {
  sockets: 400,
  connections: 24,
  transactions: 16,
  waitingCommands: 2_000,
  connectionWaitMs: 5_000,
  transactionWaitMs: 10_000,
  transactionIdleMs: 10_000,
  transactionLifetimeMs: 60_000,
  snapshots: 12,
  snapshotIdleMs: 30_000,
  snapshotLifetimeMs: 1_800_000,
  cursors: 2_000,
  cursorIdleMs: 600_000,
};
