/** Bounds of the bridge; tests narrow them. */
export interface Limits {
  /** Sockets of clients open at once; a further one is told so and closed. */
  readonly sockets: number;
  /** PostgreSQL connections, shared by all clients. */
  readonly connections: number;
  /** Of these, how many open transactions may hold; the rest always serves single commands. */
  readonly transactions: number;
  /** Commands that may wait for a connection. */
  readonly waitingCommands: number;
  /** Milliseconds that a command waits for a connection, also while the database starts again. */
  readonly connectionWaitMs: number;
  /** Milliseconds that a transaction waits for one of its connections. */
  readonly transactionWaitMs: number;
  /**
   * Milliseconds without a command after which a transaction is rolled back, as mongod does it after a minute. Shorter here: a
   * client that froze or gave its commit up must not keep others from its records for long.
   */
  readonly transactionIdleMs: number;
  /** Milliseconds after its start at which a transaction that no command runs in is rolled back, as mongod does it. */
  readonly transactionLifetimeMs: number;
  /** States of the database that are kept for further reads; beyond it the longest unused is given up. */
  readonly snapshots: number;
  /** Milliseconds without a read after which a state is given up: while it is kept, PostgreSQL cannot remove what came before it. */
  readonly snapshotIdleMs: number;
  /** Milliseconds after which a state is given up in any case. */
  readonly snapshotLifetimeMs: number;
  readonly cursors: number;
  /** Milliseconds without a getMore after which a cursor is forgotten, as mongod does it. */
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
