/** Limits of the bridge. Tests lower them. */
export interface Limits {
  /** Maximum open client sockets. Any further socket receives an error and is closed. */
  readonly sockets: number;
  /** Maximum PostgreSQL connections, shared by all clients. */
  readonly connections: number;
  /** Maximum connections in use by open transactions. The other connections are reserved for single commands. */
  readonly transactions: number;
  /** Maximum commands that wait for a connection. */
  readonly waitingCommands: number;
  /** Milliseconds that a command waits for a connection, even while the database restarts. */
  readonly connectionWaitMs: number;
  /** Milliseconds that a transaction waits for a connection of its own. */
  readonly transactionWaitMs: number;
  /**
   * Milliseconds without a command after which a transaction is rolled back. mongod waits a minute. The bridge waits
   * less, so that a client that froze or abandoned its commit doesn't block others for long.
   */
  readonly transactionIdleMs: number;
  /**
   * Lifetime of a transaction in milliseconds. After that, it is rolled back unless a command is running, as in mongod.
   */
  readonly transactionLifetimeMs: number;
  /**
   * Maximum snapshots kept open for further reads. Above the limit, the snapshot that has been unused longest is
   * closed.
   */
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
