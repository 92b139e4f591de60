import type { Row, Statement } from './postgres/statement.js';

/** What a command runs on: a connection of the pool, or the one of its transaction. */
export interface Execution {
  run(statement: Statement, values: readonly unknown[]): Promise<Row>;
  /** Outside of a transaction: undoes the statement, and answers undefined, when its result is not to be kept. */
  runUnlessUndone(
    statement: Statement,
    values: readonly unknown[],
    isKept: (row: Row) => boolean,
  ): Promise<Row | undefined>;
  /** Session of the transaction that the command belongs to. */
  readonly transaction: string | undefined;
}

export interface Answer {
  readonly document: Buffer;
  /** Whether some of the writes failed, which ends the transaction that they belong to. */
  readonly failed?: boolean;
}

/** The side of a client's connection that commands know. */
export interface Client {
  readonly isClosed: () => boolean;
}
