import type { ClientBase } from 'pg';

/** Statement that each connection prepares once, under the statement's name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** First row, column by column, in PostgreSQL's text format. */
export type Row = readonly (string | null)[];

/** Runs a statement and returns its first row, or an empty row if there is none. */
export async function readRow(client: ClientBase, statement: Statement, values: readonly unknown[]): Promise<Row> {
  const query = { name: statement.name, text: statement.text, values: [...values], rowMode: 'array' as const };
  const result = await client.query<(string | null)[]>(query);
  return result.rows[0] ?? [];
}

/** Decodes a bytea column, which arrives as `\x` and hexadecimal digits. */
export function readBytes(value: string | null | undefined): Buffer | undefined {
  if (value?.startsWith('\\x')) return Buffer.from(value.slice(2), 'hex');
  // A CALL can't convert its result. So the only procedure returns the BSON type, whose text starts with BSONHEX.
  return value?.startsWith('BSONHEX') ? Buffer.from(value.slice(7), 'hex') : undefined;
}

/** Connection that a command runs on: its transaction's own, or one from the pool. */
export interface Execution {
  run(statement: Statement, values: readonly unknown[]): Promise<Row>;
  /** Runs the statement as its own transaction. If `shouldCommit` returns false, rolls back and returns undefined. */
  runInTransaction(
    statement: Statement,
    values: readonly unknown[],
    shouldCommit: (row: Row) => boolean,
  ): Promise<Row | undefined>;
  /** Session of the transaction that the command belongs to. */
  readonly transaction: string | undefined;
  /** Time of the snapshot to read, if the command gives one. */
  readonly snapshot?: bigint | undefined;
}

export interface Answer {
  readonly document: Buffer;
  /** Set when some of the writes failed, which ends their transaction. */
  readonly failed?: boolean;
}

/** The part of a client's connection that commands use. */
export interface Client {
  readonly isClosed: () => boolean;
}
